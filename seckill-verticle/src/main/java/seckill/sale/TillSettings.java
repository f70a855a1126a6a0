package seckill.sale;

import io.vertx.core.json.JsonObject;
import seckill.config.ClockSettings;
import seckill.config.MySqlSettings;
import seckill.config.RedisSettings;
import seckill.sale.durability.DurabilitySettings;
import seckill.sale.recovery.RecoverySettings;
import seckill.sale.room.RoomSettings;
import seckill.sale.window.WindowSettings;

/**
 * All settings of the till.
 *
 * @param gateRefreshMillis how often the till looks for changed settings of the gate
 */
record TillSettings(
    ClockSettings clock,
    RedisSettings redis,
    MySqlSettings mysql,
    SaleSettings sale,
    DurabilitySettings durability,
    WindowSettings window,
    RoomSettings room,
    RecoverySettings recovery,
    long gateRefreshMillis) {

  static TillSettings of(JsonObject settings) {
    return new TillSettings(
        ClockSettings.of(settings),
        RedisSettings.of(settings),
        MySqlSettings.of(settings),
        SaleSettings.of(settings),
        DurabilitySettings.of(settings),
        WindowSettings.of(settings.getJsonObject(WindowSettings.SECTION)),
        RoomSettings.of(settings),
        RecoverySettings.of(settings),
        settings.getJsonObject("gate").getLong("refreshMillis"));
  }
}
