package seckill.gateway;

import io.vertx.core.json.JsonObject;
import seckill.gateway.gate.SwitchSettings;
import seckill.gateway.room.QueueSettings;

/** All settings of the gateway. */
record GatewaySettings(
    HttpSettings http,
    TokenSettings token,
    BusSettings bus,
    BoardSettings board,
    QueueSettings queue,
    SwitchSettings switches) {

  static GatewaySettings of(JsonObject settings) {
    return new GatewaySettings(
        HttpSettings.of(settings),
        TokenSettings.of(settings),
        BusSettings.of(settings),
        BoardSettings.of(settings),
        QueueSettings.of(settings),
        SwitchSettings.of(settings));
  }
}
