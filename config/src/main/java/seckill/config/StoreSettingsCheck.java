package seckill.config;

import io.vertx.core.json.JsonObject;

/** Looks at what a schema cannot say of the stores' settings, before anything is connected. */
final class StoreSettingsCheck {
  private StoreSettingsCheck() {}

  /**
   * Returns the document if its stores can be connected to as far as this machine knows. Blocks.
   *
   * @throws ConfigException one line that names the setting
   */
  static JsonObject check(JsonObject document) {
    if (document.containsKey("redis")) {
      RedisSettings.of(document).check();
    }
    if (document.containsKey("mysql")) {
      MySqlSettings.of(document).check();
    }
    return document;
  }
}
