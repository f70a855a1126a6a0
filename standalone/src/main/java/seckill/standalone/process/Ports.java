package seckill.standalone.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** TCP ports of this machine. */
public final class Ports {
  private Ports() {}

  /** A port that is free now. */
  public static int free() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new SaleException("no free port: " + e.getMessage());
    }
  }

  /**
   * Does nothing if a port can be listened on.
   *
   * @throws SaleException that names the port
   */
  public static void requireFree(String host, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new SaleException(
          "cannot listen on " + host + ":" + port + ": " + e.getMessage() + "; see --port");
    }
  }
}
