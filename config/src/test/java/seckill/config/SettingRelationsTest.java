package seckill.config;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingRelationsTest {

  private static JsonObject document(String first, long one, String second, long other) {
    JsonObject document = new JsonObject();
    for (Map.Entry<String, Long> setting : Map.of(first, one, second, other).entrySet()) {
      String[] parts = setting.getKey().split("[.]");
      if (!document.containsKey(parts[0])) {
        document.put(parts[0], new JsonObject());
      }
      document.getJsonObject(parts[0]).put(parts[1], setting.getValue());
    }
    return document;
  }

  @ParameterizedTest(name = "{1} and {3}")
  @DisplayName("two settings that would work against each other are refused, both by name")
  @CsvSource({
    "consumer, consumer.claimIdleMillis, 9999, mysql.queryTimeoutMillis, 10000, 10000",
    "consumer, outbox.leaseMillis, 19999, mysql.queryTimeoutMillis, 20000, 20000",
    "consumer, mysql.queryTimeoutMillis, 2000, consumer.returnTimeoutMillis, 2000, 2001",
    "seckill, redis.storeLeaseMillis, 1000, redis.storeLookMillis, 1000, 1001",
    "seckill, recovery.leaseMillis, 500, recovery.pollMillis, 500, 501",
  })
  void refused(
      String service, String greater, long tooLow, String lesser, long value, long enough) {
    SettingsLoader loader = new SettingsLoader(service);
    Map<String, String> backup =
        service.equals("seckill")
            ? Map.of("SECKILL_REDIS_BACKUP_URL", "redis://127.0.0.1:6380")
            : Map.of();
    assertThatThrownBy(() -> loader.load(document(greater, tooLow, lesser, value), backup))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(greater + " (" + SettingsSchema.variable(greater) + ") must be ")
        .hasMessageContaining(lesser + " (" + SettingsSchema.variable(lesser) + ")")
        .hasMessageContaining(tooLow + " and " + value);
    assertThatCode(() -> loader.load(document(greater, enough, lesser, value), backup))
        .doesNotThrowAnyException();
  }

  @Test
  @DisplayName("without another Redis no till needs a lease, however seldom sentinels are asked")
  void leaseWithoutBackup() {
    JsonObject rare = document("redis.storeLeaseMillis", 1000, "redis.storeLookMillis", 60_000);
    assertThatCode(() -> new SettingsLoader("seckill").load(rare, Map.of()))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @DisplayName("the environment is held against the file's settings, too")
  @CsvSource({"9999, true", "10000, false"})
  void environment(String claimIdle, boolean refused) {
    SettingsLoader loader = new SettingsLoader("consumer");
    Map<String, String> environment = Map.of("SECKILL_CONSUMER_CLAIM_IDLE_MILLIS", claimIdle);
    if (refused) {
      assertThatThrownBy(() -> loader.load(new JsonObject(), environment))
          .hasMessageContaining("consumer.claimIdleMillis")
          .hasMessageContaining("mysql.queryTimeoutMillis");
    } else {
      assertThatCode(() -> loader.load(new JsonObject(), environment)).doesNotThrowAnyException();
    }
  }
}
