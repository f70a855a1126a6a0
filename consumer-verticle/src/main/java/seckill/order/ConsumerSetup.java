package seckill.order;

import io.vertx.core.json.JsonObject;
import seckill.config.MySqlSettings;
import seckill.config.RedisSettings;
import seckill.order.notice.NoticeSettings;

/** All settings a consumer needs. */
record ConsumerSetup(
    ConsumerSettings consumer, RedisSettings redis, MySqlSettings mysql, NoticeSettings notices) {

  static ConsumerSetup of(JsonObject settings) {
    return new ConsumerSetup(
        ConsumerSettings.of(settings),
        RedisSettings.of(settings),
        MySqlSettings.of(settings),
        NoticeSettings.of(settings));
  }
}
