package seckill.standalone.bench;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One blocking connection to a Redis on the loopback address: commands out, replies in. */
final class RedisPipe implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  RedisPipe(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
    out = new BufferedOutputStream(socket.getOutputStream());
  }

  /**
   * Sends one command and waits for its reply.
   *
   * @return a {@code String}, a {@code Long}, a list of such, or {@code null}
   * @throws IOException if Redis answers with an error, too
   */
  Object call(List<String> command) throws IOException {
    write(command);
    flush();
    return read();
  }

  /** Sends a command with those that are flushed next. */
  void write(List<String> command) throws IOException {
    out.write(("*" + command.size() + "\r\n").getBytes(StandardCharsets.US_ASCII));
    for (String argument : command) {
      byte[] bytes = argument.getBytes(StandardCharsets.UTF_8);
      out.write(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
      out.write(bytes);
      out.write('\r');
      out.write('\n');
    }
  }

  void flush() throws IOException {
    out.flush();
  }

  /** The next reply. */
  Object read() throws IOException {
    String line = line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+' -> rest;
      case ':' -> Long.parseLong(rest);
      case '$' -> bulk(Integer.parseInt(rest));
      case '*' -> list(Integer.parseInt(rest));
      default -> throw new IOException("Redis answers: " + rest);
    };
  }

  private String bulk(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    byte[] bytes = in.readNBytes(length);
    line();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private List<Object> list(int size) throws IOException {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      list.add(read());
    }
    return list;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    int character = in.read();
    while (character != '\r') {
      if (character < 0) {
        throw new IOException("Redis hung up");
      }
      line.append((char) character);
      character = in.read();
    }
    in.read();
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
