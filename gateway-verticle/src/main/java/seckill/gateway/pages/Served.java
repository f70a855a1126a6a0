package seckill.gateway.pages;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;

/**
 * A file as it goes over the wire.
 *
 * @param type its media type
 * @param body as it is
 * @param zipped the same in gzip, or {@code null} if that is no smaller
 * @param etag the same for both, so a weak one
 */
record Served(String type, Buffer body, Buffer zipped, String etag) {
  private static final int HASH_DIGITS = 12;

  static Served of(String type, byte[] bytes) {
    byte[] zipped = zip(bytes);
    return new Served(
        type,
        Buffer.buffer(bytes),
        zipped.length < bytes.length ? Buffer.buffer(zipped) : null,
        "W/\"" + hash(bytes) + "\"");
  }

  static Served of(String type, String text) {
    return of(type, text.getBytes(StandardCharsets.UTF_8));
  }

  /** What tells one content from another; short enough for a file's name. */
  static String hash(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static byte[] zip(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to memory", e);
    }
    return out.toByteArray();
  }
}
