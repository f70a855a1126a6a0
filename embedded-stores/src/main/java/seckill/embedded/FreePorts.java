package seckill.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** TCP ports of the loopback address that nobody listens on. */
public final class FreePorts {
  /**
   * Below the ports that systems give to outgoing connections: one of those could take the port of
   * a process that is about to be started, or started again.
   */
  private static final int FIRST = 10_000;

  private static final int AFTER_LAST = 32_000;
  private static final int TRIES = 1_000;
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private FreePorts() {}

  /** A port that is free now. */
  public static int one() {
    return some(1).get(0);
  }

  /**
   * Several ports that are free now, no two of them the same, and none of them given before.
   *
   * @throws EmbeddedStoreException if there are none
   */
  public static List<Integer> some(int count) {
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        held.add(open());
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } catch (IOException e) {
      throw new EmbeddedStoreException("no free port: " + EmbeddedStoreException.reason(e), e);
    } finally {
      held.forEach(FreePorts::release);
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
}
