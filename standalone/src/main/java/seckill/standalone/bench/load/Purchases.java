package seckill.standalone.bench.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Purchases as HTTP requests, with one token per request from a file. */
final class Purchases implements Supplier<byte[]>, AutoCloseable {
  private static final int ADDRESSES = 16_000_000;
  private static final int BYTE = 0xff;

  private final Target target;
  private final Headers headers;
  private final Path tokens;
  private BufferedReader in;
  private long count;
  private long wrapped;

  Purchases(Target target, Headers headers, Path tokens) throws IOException {
    this.target = target;
    this.headers = headers;
    this.tokens = tokens;
    this.in = Files.newBufferedReader(tokens);
  }

  /** The next request. */
  @Override
  public byte[] get() {
    StringBuilder request = new StringBuilder("POST ");
    request.append(target.path(count++)).append(" HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    request.append("Authorization: Bearer ").append(token()).append("\r\nContent-Length: 0\r\n");
    if (headers.ownAddresses()) {
      int address = (int) (count % ADDRESSES);
      request.append("X-Forwarded-For: 10.").append(address >> 16 & BYTE).append('.');
      request.append(address >> 8 & BYTE).append('.').append(address & BYTE).append("\r\n");
    }
    request.append(headers.fixed()).append("\r\n");
    return request.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private String token() {
    try {
      String token = in.readLine();
      if (token == null) {
        wrapped++;
        in.close();
        in = Files.newBufferedReader(tokens);
        token = in.readLine();
      }
      return token;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How often the file was too short and began again. */
  long wrapped() {
    return wrapped;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
