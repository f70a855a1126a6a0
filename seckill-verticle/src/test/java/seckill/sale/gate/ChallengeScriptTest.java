package seckill.sale.gate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import seckill.contract.RedisKeys;

class ChallengeScriptTest {

  @ParameterizedTest
  @EnumSource(ChallengeScript.class)
  @DisplayName("every script says which keys it gets and what it returns")
  void saysWhatItDoes(ChallengeScript script) {
    assertThat(script.lua().source()).startsWith("-- ").contains("-- KEYS[2]", "-- returns");
  }

  @ParameterizedTest
  @EnumSource(ChallengeScript.class)
  @DisplayName("every script takes the time from Redis")
  void takesTimeFromRedis(ChallengeScript script) {
    assertThat(script.lua().source()).contains("redis.call('TIME')");
  }

  @ParameterizedTest
  @EnumSource(ChallengeScript.class)
  @DisplayName("the keys of a challenge lie in the cluster slot of their item")
  void oneSlot(ChallengeScript script) {
    assertThat(RedisKeys.DEFAULT.challenge(1001, "{u1}")).startsWith("seckill:{1001}:");
    assertThat(RedisKeys.DEFAULT.of(1001).passes()).startsWith("seckill:{1001}:");
  }
}
