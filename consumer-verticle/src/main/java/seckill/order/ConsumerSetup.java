package seckill.order;

import io.vertx.core.json.JsonObject;
import seckill.config.MySqlSettings;
import seckill.config.RedisSettings;
import seckill.order.life.LifeSettings;
import seckill.order.life.LifeVerticle;
import seckill.order.outbox.OutboxSettings;

/** All settings a consumer needs. */
record ConsumerSetup(
    ConsumerSettings consumer,
    RedisSettings redis,
    MySqlSettings mysql,
    LifeSettings life,
    OutboxSettings outbox) {

  static ConsumerSetup of(JsonObject settings) {
    return new ConsumerSetup(
        ConsumerSettings.of(settings),
        RedisSettings.of(settings),
        MySqlSettings.of(settings),
        LifeSettings.of(settings),
        OutboxSettings.of(settings));
  }

  /** What the verticle of the orders' further life needs. */
  LifeVerticle.Setup forLife() {
    return new LifeVerticle.Setup(life, outbox, mysql, consumer.stopTimeoutMillis());
  }
}
