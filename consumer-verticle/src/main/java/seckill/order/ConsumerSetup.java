package seckill.order;

import io.vertx.core.json.JsonObject;
import seckill.config.ClockSettings;
import seckill.config.MySqlSettings;
import seckill.config.RedisSettings;
import seckill.order.life.LifeSettings;
import seckill.order.life.LifeVerticle;
import seckill.order.notice.NoticeSettings;
import seckill.order.outbox.OutboxSettings;

/** All settings a consumer needs. */
record ConsumerSetup(
    ConsumerSettings consumer,
    ClockSettings clock,
    RedisSettings redis,
    MySqlSettings mysql,
    LifeSettings life,
    OutboxSettings outbox,
    NoticeSettings notices) {

  static ConsumerSetup of(JsonObject settings) {
    return new ConsumerSetup(
        ConsumerSettings.of(settings),
        ClockSettings.of(settings),
        RedisSettings.of(settings),
        MySqlSettings.of(settings),
        LifeSettings.of(settings),
        OutboxSettings.of(settings),
        NoticeSettings.of(settings));
  }

  /** What the verticle of the orders' further life needs. */
  LifeVerticle.Setup forLife() {
    return new LifeVerticle.Setup(life, outbox, mysql, consumer.stopTimeoutMillis());
  }
}
