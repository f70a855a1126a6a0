package seckill.order;

import io.vertx.core.json.JsonObject;
import seckill.config.MySqlSettings;
import seckill.config.RedisSettings;

/** All settings a consumer needs. */
record ConsumerSetup(ConsumerSettings consumer, RedisSettings redis, MySqlSettings mysql) {

  static ConsumerSetup of(JsonObject settings) {
    return new ConsumerSetup(
        ConsumerSettings.of(settings), RedisSettings.of(settings), MySqlSettings.of(settings));
  }
}
