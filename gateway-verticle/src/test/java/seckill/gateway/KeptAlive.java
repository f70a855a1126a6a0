package seckill.gateway;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection that posts purchases one after the other, and is no part of Vert.x. */
final class KeptAlive implements AutoCloseable {
  private static final int SOCKET_TIMEOUT_MILLIS = 30_000;
  private static final String LENGTH = "content-length:";

  private final Socket socket;
  private final InputStream in;

  KeptAlive(int port) throws IOException {
    socket = new Socket("127.0.0.1", port);
    socket.setSoTimeout(SOCKET_TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Posts a purchase; the status of the answer. */
  int buy(String itemId, String token) throws IOException {
    String request =
        "POST /api/items/"
            + itemId
            + "/purchases HTTP/1.1\r\nHost: gate\r\nAuthorization: Bearer "
            + token
            + "\r\nContent-Length: 0\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
    String status = line().split(" ")[1];
    int length = 0;
    for (String header = line(); !header.isEmpty(); header = line()) {
      if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
        length = Integer.parseInt(header.substring(LENGTH.length()).trim());
      }
    }
    in.skipNBytes(length);
    return Integer.parseInt(status);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the gateway hung up");
      }
      line.append((char) c);
    }
    return line.toString().trim();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
