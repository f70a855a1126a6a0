package seckill.standalone.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The Lua scripts by which the benchmark prepares a Redis. */
enum LuaResource {
  CROWD,
  ORDERS,
  USERS;

  /** Its text. */
  String source() throws IOException {
    String file = name().toLowerCase(Locale.ROOT) + ".lua";
    try (InputStream in = LuaResource.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
