package seckill.standalone.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import seckill.embedded.EmbeddedStoreException;
import seckill.embedded.FreePorts;

/** TCP ports of this machine. */
public final class Ports {
  private Ports() {}

  /** A port that is free now. */
  public static int free() {
    return free(1).get(0);
  }

  /** Several ports that are free now, no two of them the same. */
  public static List<Integer> free(int count) {
    try {
      return FreePorts.some(count);
    } catch (EmbeddedStoreException e) {
      throw new SaleException(e.getMessage());
    }
  }

  /**
   * Does nothing if a port can be listened on.
   *
   * @throws SaleException that names the port
   */
  public static void requireFree(String host, int port, String option) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new SaleException(
          "cannot listen on " + host + ":" + port + ": " + e.getMessage() + "; see " + option);
    }
  }
}
