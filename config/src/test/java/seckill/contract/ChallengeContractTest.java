package seckill.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChallengeContractTest {
  private static final ChallengeRules RULES = new ChallengeRules(3, 1000, 0, 1, 2, 60_000, 0);

  @ParameterizedTest
  @CsvSource({
    "42, 42",
    "' 42　', 42",
    "４２, 42",
    "Ｂｌｕｅ, blue",
    "BLUE, blue",
    "ÉCOLE, école",
    "処, 処",
    "ｶﾞ, ガ",
    "'blue  whale', 'blue  whale'",
  })
  @DisplayName("answers are compared without regard to case, width and the spaces around")
  void normal(String given, String normal) {
    assertThat(ChallengeAnswers.normal(given)).isEqualTo(normal);
    assertThat(ChallengeAnswers.normal(normal)).isEqualTo(normal);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " ", "　", "4\n2", "\u0000", "\ud800"})
  @DisplayName("what is no plain text is no answer")
  void noAnswer(String text) {
    assertThatThrownBy(() -> ChallengeAnswers.normal(text))
        .isInstanceOfSatisfying(
            SeckillException.class, e -> assertThat(e.outcome()).isEqualTo(Outcome.BAD_REQUEST));
  }

  @Test
  @DisplayName(
      "an answer is short, also in the one spelling that a compatible character unfolds to")
  void shortAnswers() {
    assertThat(ChallengeAnswers.normal("a".repeat(128))).hasSize(128);
    assertThatThrownBy(() -> ChallengeAnswers.normal("a".repeat(129)))
        .isInstanceOf(SeckillException.class);
    assertThatThrownBy(() -> ChallengeAnswers.normal("\ufdfa".repeat(100)))
        .isInstanceOf(SeckillException.class);
  }

  @Test
  @DisplayName("rules travel as JSON, and more tries than a task bears are cut")
  void rules() {
    assertThat(ChallengeRules.fromJson(RULES.toJson())).isEqualTo(RULES);
    assertThat(RULES.withAtMost(5)).isSameAs(RULES);
    assertThat(RULES.withAtMost(1).tries()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "tries, 0",
    "tries, 101",
    "validMillis, 0",
    "minAnswerMillis, -1",
    "againMillis, -1",
    "pauseMillis, 86400001",
    "passMillis, 0",
    "opensBeforeMillis, -1",
  })
  @DisplayName("rules that nothing can be kept by are refused by their name")
  void unsoundRules(String field, long value) {
    JsonObject json = RULES.toJson().put(field, value);
    assertThatThrownBy(() -> ChallengeRules.fromJson(json)).hasMessageContaining(field);
    json.remove(field);
    assertThatThrownBy(() -> ChallengeRules.fromJson(json)).hasMessageContaining(field);
  }
}
