package seckill.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A Lua script with its SHA-1, as Redis names it.
 *
 * @param name for messages and metrics
 * @param source the text
 * @param sha1 of the text, in lower-case hexadecimal
 */
public record LuaScript(String name, String source, String sha1) {

  /** Loads a script from a resource beside {@code owner}. */
  public static LuaScript load(Class<?> owner, String resource) {
    try (InputStream in = owner.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("missing script " + resource);
      }
      return of(resource, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException("unreadable script " + resource, e);
    }
  }

  /** A script from its text. */
  public static LuaScript of(String name, String source) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(source.getBytes(StandardCharsets.UTF_8));
      return new LuaScript(name, source, HexFormat.of().formatHex(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
