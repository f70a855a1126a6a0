package seckill.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.config.ConfigException;
import seckill.config.RedisSettings;
import seckill.config.SettingsLoader;

class RedisKeysTest {

  private static RedisSettings settings(String prefix) {
    JsonObject section = new JsonObject().put("keyPrefix", prefix);
    return RedisSettings.of(
        new SettingsLoader("seckill").load(new JsonObject().put("redis", section), Map.of()));
  }

  @Test
  @DisplayName("all keys begin with the prefix, and two shops have none in common")
  void underThePrefix() {
    List<String> north = new RedisKeys("north:").samples();
    List<String> south = new RedisKeys("south:").samples();
    assertThat(north).hasSize(24).doesNotHaveDuplicates().allMatch(key -> key.startsWith("north:"));
    assertThat(south).doesNotContainAnyElementsOf(Set.copyOf(north));
  }

  @Test
  @DisplayName("the keys of an item share its hash tag, whatever the prefix")
  void oneHashTag() {
    assertThat(new RedisKeys("a.b-c_d:").of(1001).all())
        .hasSize(15)
        .allMatch(key -> key.startsWith("a.b-c_d:{1001}:"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a{b}:", "a}", "{", "a b:", "shop*", "[x]", "a?b", "店:", "a\nb"})
  @DisplayName("a prefix that is empty, holds braces or a wildcard is refused by name")
  void refused(String prefix) {
    assertThatThrownBy(() -> settings(prefix))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("redis.keyPrefix");
  }

  @Test
  @DisplayName("a prefix of 65 characters is refused, one of 64 is taken")
  void length() {
    assertThat(settings("a".repeat(64)).keyPrefix()).hasSize(64);
    assertThatThrownBy(() -> settings("a".repeat(65))).hasMessageContaining("redis.keyPrefix");
  }
}
