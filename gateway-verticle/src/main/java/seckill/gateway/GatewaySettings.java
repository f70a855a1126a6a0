package seckill.gateway;

import io.vertx.core.json.JsonObject;
import seckill.gateway.breaker.BreakerSettings;
import seckill.gateway.challenge.ChallengeSettings;
import seckill.gateway.gate.SwitchSettings;
import seckill.gateway.pages.PageSettings;
import seckill.gateway.room.QueueSettings;
import seckill.gateway.token.TokenSettings;

/** All settings of the gateway. */
record GatewaySettings(
    HttpSettings http,
    TokenSettings token,
    PaymentSettings payment,
    BusSettings bus,
    BoardSettings board,
    BreakerSettings breaker,
    SwitchSettings switches,
    ChallengeSettings challenge,
    QueueSettings queue,
    PageSettings pages) {

  static GatewaySettings of(JsonObject settings) {
    return new GatewaySettings(
        HttpSettings.of(settings),
        TokenSettings.of(settings),
        PaymentSettings.of(settings),
        BusSettings.of(settings),
        BoardSettings.of(settings.getJsonObject("board")),
        BreakerSettings.of(settings),
        SwitchSettings.of(settings),
        ChallengeSettings.of(settings.getJsonObject(ChallengeSettings.SECTION)),
        QueueSettings.of(settings),
        PageSettings.of(settings));
  }
}
