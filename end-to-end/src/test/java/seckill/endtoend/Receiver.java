package seckill.endtoend;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Takes notices to buyers, or refuses them for good. */
final class Receiver implements AutoCloseable {
  private static final int TAKEN = 204;
  private static final int REFUSED = 400;
  private static final int NO_BODY = -1;

  private final HttpServer server;
  private volatile int status = TAKEN;

  Receiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(
        "/",
        notice -> {
          notice.getRequestBody().readAllBytes();
          notice.sendResponseHeaders(status, NO_BODY);
          notice.close();
        });
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  void refuse() {
    status = REFUSED;
  }

  void take() {
    status = TAKEN;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
