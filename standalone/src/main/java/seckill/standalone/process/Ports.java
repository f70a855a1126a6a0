package seckill.standalone.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** TCP ports of this machine. */
public final class Ports {
  /**
   * Below the ports that systems give to outgoing connections: one of those could take the port of
   * a process that is about to be started again.
   */
  private static final int FIRST = 10_000;

  private static final int AFTER_LAST = 32_000;
  private static final int TRIES = 1_000;
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private Ports() {}

  /** A port that is free now. */
  public static int free() {
    return free(1).get(0);
  }

  /** Several ports that are free now, no two of them the same. */
  public static List<Integer> free(int count) {
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        held.add(open());
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } catch (IOException e) {
      throw new SaleException("no free port: " + e.getMessage());
    } finally {
      held.forEach(Ports::release);
    }
  }

  private static ServerSocket open() throws IOException {
    IOException last = new BindException("none was given");
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, AFTER_LAST);
      if (GIVEN.add(port)) {
        try {
          return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        } catch (BindException e) {
          last = e;
        }
      }
    }
    throw last;
  }

  private static void release(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
