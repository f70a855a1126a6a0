package seckill.runtime;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import seckill.config.MySqlSettings;
import seckill.config.RedisSettings;
import seckill.config.SettingsLoader;

/** Settings of the stores with all defaults but the named ones. */
final class TestSettings {
  private TestSettings() {}

  static RedisSettings redis(String url, Object... namesAndValues) {
    return RedisSettings.of(load("redis", url, namesAndValues));
  }

  static MySqlSettings mysql(String url, Object... namesAndValues) {
    return MySqlSettings.of(load("mysql", url, namesAndValues));
  }

  private static JsonObject load(String name, String url, Object... namesAndValues) {
    JsonObject section = new JsonObject().put("url", url);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      section.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return new SettingsLoader("seckill").load(new JsonObject().put(name, section), Map.of());
  }
}
