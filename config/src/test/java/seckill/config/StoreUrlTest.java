package seckill.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreUrlTest {
  private static final String REDIS = "redis.url";
  private static final String MYSQL = "mysql.url";

  private static StoreUrl redis(String userInfo) {
    return StoreUrl.redis(REDIS, "redis://" + userInfo + "@h:1");
  }

  private static StoreUrl mysql(String userInfo) {
    return StoreUrl.mysql(MYSQL, "mysql://" + userInfo + "@h:1/d");
  }

  @ParameterizedTest
  @DisplayName("in a password %XX is a byte and every other character is itself, for both stores")
  @CsvSource(
      delimiter = ' ',
      value = {
        "a+b a+b",
        "a%2Bb a+b",
        "%40%2F%3F%23%25%3A @/?#%:",
        "a:b a:b",
        "&=;,$!*'()~_.-^`|\\{}[]<>\" &=;,$!*'()~_.-^`|\\{}[]<>\"",
        "秒杀 秒杀",
        "%e7%a7%92 秒"
      })
  void decodes(String raw, String plain) {
    for (StoreUrl url : List.of(redis("u+%40:" + raw), mysql("u+%40:" + raw))) {
      assertThat(url.user()).isEqualTo("u+@");
      assertThat(url.password()).isEqualTo(plain);
      assertThat(url.host()).isEqualTo("h");
    }
  }

  @Test
  @DisplayName("user, password, port and the database of Redis may be left out")
  void takesLess() {
    assertThat(StoreUrl.redis(REDIS, "redis://h"))
        .isEqualTo(new StoreUrl("redis", "", null, "h", 6379, ""));
    assertThat(StoreUrl.redis(REDIS, "rediss://:p@h:7/2"))
        .isEqualTo(new StoreUrl("rediss", "", "p", "h", 7, "2"));
    assertThat(StoreUrl.redis(REDIS, "redis://u:@h/")).hasFieldOrPropertyWithValue("password", "");
    assertThat(StoreUrl.mysql(MYSQL, "mysql://u@h/a+%2B?"))
        .isEqualTo(new StoreUrl("mysql", "u", null, "h", 3306, "a++"));
  }

  @Test
  @DisplayName("an IPv6 host stands in brackets, and is told without them")
  void readsIpv6() {
    StoreUrl url = StoreUrl.redis(REDIS, "redis://:p@[2001:db8::1]:7");
    assertThat(url.host()).isEqualTo("2001:db8::1");
    assertThat(url.port()).isEqualTo(7);
    assertThat(url.address()).isEqualTo("redis://[2001:db8::1]:7");
    assertThat(StoreUrl.mysql(MYSQL, "mysql://u@[::1]/d").port()).isEqualTo(3306);
  }

  @ParameterizedTest
  @DisplayName("a URL that cannot be read is refused by the setting's name, and never repeated")
  @ValueSource(
      strings = {
        "s://:hu/sh@h:1/1",
        "s://:hu?sh@h:1/1",
        "s://:hu#sh@h:1/1",
        "s://:hu@sh@h:1/1",
        "s://:hu@sh/x@h:1/1",
        "s://u:12/hush@h:1/1",
        "s://u:1?hush=hush@h/1",
        "s://:hu%sh@h:1/1",
        "s://:hush%4@h:1/1",
        "s://:hush%-1@h:1/1",
        "s://:hush%ff@h:1/1",
        "s://:hush%@h:1/1",
        "s://:hu sh@h:1/1",
        "s://:hush@h:1\n/1",
        "s://:hush@/1",
        "s://:hush@:1/1",
        "s://:hush@h:/1",
        "s://:hush@h:hush/1",
        "s://:hush@h:0/1",
        "s://:hush@h:65536/1",
        "s://:hush@h:99999999999/1",
        "s://:hush@::1/1",
        "s://:hush@[::1/1",
        "s://:hush@[hush]/1",
        "s://:hush@h!:1/1",
        "s://:hush@h:1/1/hush",
        "s://:hush@h:1/1#hush",
        "s://:hush@h:1/1?hush%hush",
        "s:/hush",
        "hush"
      })
  void refuses(String text) {
    for (String setting : List.of(REDIS, MYSQL)) {
      boolean redis = setting.equals(REDIS);
      String url = text.replace("s:/", redis ? "redis:/" : "mysql:/").replace("//:", "//u:");
      assertThatThrownBy(
              () -> {
                if (redis) {
                  StoreUrl.redis(setting, url);
                } else {
                  StoreUrl.mysql(setting, url);
                }
              })
          .as(url)
          .isInstanceOf(ConfigException.class)
          .hasNoCause()
          .hasMessageStartingWith(setting + " (SECKILL_" + (redis ? "REDIS" : "MYSQL") + "_URL) ")
          .message()
          .doesNotContain("hush", "hu", "sh@");
    }
  }

  @Test
  @DisplayName("what the client would fill in by itself is asked for")
  void asksForWhatIsMissing() {
    assertThatThrownBy(() -> StoreUrl.mysql(MYSQL, "mysql://h:1/d"))
        .hasMessageContaining("no user");
    assertThatThrownBy(() -> StoreUrl.mysql(MYSQL, "mysql://u@h:1/"))
        .hasMessageContaining("no database");
    assertThatThrownBy(() -> StoreUrl.mysql(MYSQL, "redis://u@h:1/d"))
        .hasMessageContaining("mysql://");
    assertThatThrownBy(() -> StoreUrl.redis(REDIS, "redis://u@h:1"))
        .hasMessageContaining("no password");
    assertThatThrownBy(() -> StoreUrl.redis(REDIS, "redis://h:1/shop"))
        .hasMessageContaining("number");
    assertThatThrownBy(() -> StoreUrl.redis(REDIS, "redis://a_b:1"))
        .hasMessageContaining("the host");
  }

  private static void refused(Map<String, String> environment, String... parts) {
    Map<String, String> all = new HashMap<>(environment);
    assertThatThrownBy(() -> new SettingsLoader("seckill").load((Path) null, all))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll(parts)
        .message()
        .hasLineCount(1)
        .doesNotContain("hush");
  }

  @Test
  @DisplayName("every parameter is refused by its name at start, with the setting that does it")
  void refusesParameters() {
    refused(
        Map.of("SECKILL_MYSQL_URL", "mysql://u:hush@h/d?sslMode=REQUIRED&x-y=hush&password=hush"),
        "mysql.url (SECKILL_MYSQL_URL)",
        "instead of sslMode set mysql.tls.mode (SECKILL_MYSQL_TLS_MODE)",
        "x-y is not known",
        "password belongs before");
    refused(
        Map.of("SECKILL_MYSQL_URL", "mysql://u@h/d?useSSL=true&connectTimeout=1&charset=hush"),
        "mysql.tls.mode",
        "mysql.connectTimeoutMillis",
        "charset");
    refused(
        Map.of("SECKILL_REDIS_URL", "redis://:hush@h?db=1&ssl=true&protocol=3&hush"),
        "redis.url (SECKILL_REDIS_URL)",
        "db belongs before",
        "rediss://",
        "protocol",
        "no name");
    refused(
        Map.of("SECKILL_REDIS_BACKUP_URL", "redis://h/?timeout=hush"),
        "redis.backupUrl (SECKILL_REDIS_BACKUP_URL)",
        "redis.commandTimeoutMillis (SECKILL_REDIS_COMMAND_TIMEOUT_MILLIS)");
  }

  @Test
  @DisplayName("sentinels are told by host and port, and who asks them by settings of their own")
  void readsSentinels() {
    Map<String, String> environment =
        Map.of(
            "SECKILL_REDIS_URL", "rediss://:p@unused",
            "SECKILL_REDIS_SENTINELS", "s1:26379,redis://s2:1,[::1]:2",
            "SECKILL_REDIS_MASTER_NAME", "sale",
            "SECKILL_REDIS_SENTINEL_USER", "watch",
            "SECKILL_REDIS_SENTINEL_PASSWORD", "a+b@");
    RedisSettings settings =
        RedisSettings.of(new SettingsLoader("seckill").load((Path) null, environment));
    assertThat(settings.sentinels().addresses())
        .containsExactly(
            new StoreUrl("rediss", "watch", "a+b@", "s1", 26379, ""),
            new StoreUrl("redis", "watch", "a+b@", "s2", 1, ""),
            new StoreUrl("rediss", "watch", "a+b@", "::1", 2, ""));

    Map<String, String> mixed = new HashMap<>(environment);
    mixed.put("SECKILL_REDIS_SENTINELS", "redis://:hush@s1:26379");
    refused(mixed, "redis.sentinels (SECKILL_REDIS_SENTINELS)", "redis.sentinelPassword");
    mixed.put("SECKILL_REDIS_SENTINELS", "s1:70000");
    refused(mixed, "redis.sentinels (SECKILL_REDIS_SENTINELS)", "port");
  }
}
