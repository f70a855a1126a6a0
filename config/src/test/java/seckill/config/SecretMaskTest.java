package seckill.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretMaskTest {

  @ParameterizedTest
  @CsvSource({
    "redis://127.0.0.1:6379/0, redis://127.0.0.1:6379/0",
    "redis://:hush@host:6379, redis://:***@host:6379",
    "mysql://user@host/db, mysql://user@host/db",
    "mysql://user:hush@host:3306/db, mysql://user:***@host:3306/db",
    "mysql://user:hu/sh@host/db, mysql://user:***@host/db",
    "mysql://user:hu@hush:sh@host/db, mysql://user:***@host/db",
    "redis://host?password=hush&db=1, redis://host?password=***&db=1",
    "mysql://host/db?user=u&PASSWORD=hush, mysql://host/db?user=u&PASSWORD=***"
  })
  @DisplayName("a URL is shown without its password, encoded properly or not")
  void masksUrls(String url, String masked) {
    assertThat(SecretMask.maskUrl(url)).isEqualTo(masked);
  }

  @Test
  @DisplayName("printed settings show neither secrets nor passwords, and the original keeps them")
  void masksSettings() {
    JsonObject gateway =
        new SettingsLoader("gateway")
            .load((Path) null, Map.of("SECKILL_TOKEN_SECRET", "hush".repeat(8)));
    assertThat(SecretMask.mask("gateway", gateway).encode())
        .doesNotContain("hush")
        .contains("\"secret\":\"***\"");
    assertThat(gateway.getJsonObject("token").getString("secret")).startsWith("hush");

    JsonObject seckill =
        new SettingsLoader("seckill")
            .load(
                (Path) null,
                Map.of(
                    "SECKILL_REDIS_URL", "redis://:hush@r",
                    "SECKILL_REDIS_BACKUP_URL", "redis://:hush@b",
                    "SECKILL_REDIS_SENTINELS", "s1:26379,s2:26379",
                    "SECKILL_REDIS_MASTER_NAME", "sale",
                    "SECKILL_REDIS_SENTINEL_PASSWORD", "hush",
                    "SECKILL_MYSQL_URL", "mysql://u:hush@m/db"));
    assertThat(SecretMask.mask("seckill", seckill).encode()).doesNotContain("hush");
    RedisSettings redis = RedisSettings.of(seckill);
    assertThat(redis + " " + redis.backup() + " " + redis.sentinels()).doesNotContain("hush");
    assertThat(redis.backup().url().password()).isEqualTo("hush");
    assertThat(redis.sentinels().addresses())
        .allSatisfy(address -> assertThat(address.password()).isEqualTo("hush"))
        .extracting(StoreUrl::host, StoreUrl::port)
        .containsExactly(tuple("s1", 26379), tuple("s2", 26379));
    assertThat(MySqlSettings.of(seckill).toString()).doesNotContain("hush");
  }
}
