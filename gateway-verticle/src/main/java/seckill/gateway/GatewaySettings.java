package seckill.gateway;

import io.vertx.core.json.JsonObject;
import seckill.gateway.breaker.BreakerSettings;

/** All settings of the gateway. */
record GatewaySettings(
    HttpSettings http,
    TokenSettings token,
    BusSettings bus,
    BoardSettings board,
    BreakerSettings breaker) {

  static GatewaySettings of(JsonObject settings) {
    return new GatewaySettings(
        HttpSettings.of(settings),
        TokenSettings.of(settings),
        BusSettings.of(settings),
        BoardSettings.of(settings),
        BreakerSettings.of(settings));
  }
}
