package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import seckill.contract.RedisKeys;

class ScriptKeysTest {
  private static final int SLOTS = 16_384;

  @ParameterizedTest
  @EnumSource(SaleScript.class)
  @DisplayName("all keys of one script call lie in one cluster slot")
  void oneSlot(SaleScript script) {
    for (long itemId : new long[] {1, 1001, 1002, 9_007_199_254_740_991L}) {
      List<String> keys = script.keys(RedisKeys.DEFAULT.of(itemId));
      assertThat(keys).isNotEmpty();
      assertThat(keys.stream().map(ScriptKeysTest::slot).distinct()).hasSize(1);
    }
  }

  @Test
  @DisplayName("the slot is computed as Redis does")
  void knownSlots() {
    assertThat(slot("123456789")).isEqualTo(12_739);
    assertThat(slot("{user1000}.following")).isEqualTo(slot("user1000"));
  }

  @Test
  @DisplayName("every script file is listed, and says which keys it gets and what it returns")
  void everyScriptIsListed() throws Exception {
    Path directory = Path.of(SaleScript.class.getResource("seckill.lua").toURI()).getParent();
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(
              files
                  .map(file -> file.getFileName().toString())
                  .filter(name -> name.endsWith(".lua")))
          .containsExactlyInAnyOrderElementsOf(
              Arrays.stream(SaleScript.values()).map(script -> script.lua().name()).toList());
    }
    for (SaleScript script : SaleScript.values()) {
      assertThat(script.lua().source()).startsWith("-- ").contains("-- KEYS[1]", "-- returns");
    }
  }

  private static int slot(String key) {
    int open = key.indexOf('{');
    int close = key.indexOf('}', open + 1);
    String hashed = open >= 0 && close > open + 1 ? key.substring(open + 1, close) : key;
    int crc = 0;
    for (byte b : hashed.getBytes(StandardCharsets.UTF_8)) {
      crc ^= (b & 0xff) << 8;
      for (int i = 0; i < 8; i++) {
        crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ 0x1021;
      }
      crc &= 0xffff;
    }
    return crc % SLOTS;
  }
}
