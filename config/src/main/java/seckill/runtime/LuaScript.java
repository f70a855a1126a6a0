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

  /**
   * Loads a script from a resource beside {@code owner}.
   *
   * @param parts resources that stand before it in the text, because it uses what they define
   */
  public static LuaScript load(Class<?> owner, String resource, String... parts) {
    StringBuilder source = new StringBuilder();
    for (String part : parts) {
      source.append(read(owner, part));
    }
    return of(resource, source.append(read(owner, resource)).toString());
  }

  private static String read(Class<?> owner, String resource) {
    try (InputStream in = owner.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("missing script " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
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
