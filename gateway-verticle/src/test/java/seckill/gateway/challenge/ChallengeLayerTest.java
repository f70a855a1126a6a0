package seckill.gateway.challenge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.config.ConfigException;
import seckill.contract.Outcome;
import seckill.gateway.gate.Verdict;
import seckill.gateway.gate.Visit;

class ChallengeLayerTest extends ChallengeCase {
  private static final long ITEM = 1001;
  private static final String PASS = "abcdefghijklmnopqrstuvwx";

  // Only what a visit asks of a request: its pass.
  private static Visit visit(String pass) {
    HttpServerRequest request =
        (HttpServerRequest)
            Proxy.newProxyInstance(
                HttpServerRequest.class.getClassLoader(),
                new Class<?>[] {HttpServerRequest.class},
                (proxy, method, arguments) -> pass);
    return new Visit(request).about(ITEM);
  }

  private static ChallengeRegime withMode(ChallengeRegime regime, String mode) {
    JsonObject item = new JsonObject().put("itemId", Long.toString(ITEM));
    if (mode != null) {
      item.put("gate", new JsonObject().put("challenge", mode));
    }
    regime.modes().learn(new JsonArray().add(item));
    return regime;
  }

  @ParameterizedTest
  @CsvSource({
    // item, enabled, risky, pass shown: verdict, needs a pass, the pass travels
    "NEVER,  true,  true,  true,  PASSED,             false, false",
    "NEVER,  true,  true,  false, PASSED,             false, false",
    "AUTO,   true,  false, false, PASSED,             false, false",
    "AUTO,   true,  false, true,  PASSED,             false, true",
    "AUTO,   true,  true,  false, CHALLENGE_REQUIRED, true,  false",
    "AUTO,   true,  true,  true,  CHALLENGED,         true,  true",
    "AUTO,   false, true,  true,  PASSED,             false, false",
    "AUTO,   false, true,  false, PASSED,             false, false",
    "ALWAYS, true,  false, false, CHALLENGE_REQUIRED, true,  false",
    "ALWAYS, true,  false, true,  CHALLENGED,         true,  true",
    "ALWAYS, false, false, false, CHALLENGE_REQUIRED, true,  false",
    "ALWAYS, false, false, true,  CHALLENGED,         true,  true",
    ",       true,  true,  false, CHALLENGE_REQUIRED, true,  false",
    ",       true,  false, false, PASSED,             false, false",
  })
  @DisplayName("the item, the switch and the risk rules say who needs a pass")
  void whoNeedsOne(
      String mode,
      boolean enabled,
      boolean risky,
      boolean shown,
      String label,
      boolean needed,
      boolean travels) {
    ChallengeLayer layer = withMode(regime("enabled", enabled), mode).layer();
    Visit visit = visit(shown ? PASS : null);
    if (risky) {
      visit.requireChallenge();
    }
    assertThat(layer.check(visit).label()).isEqualTo(label);
    assertThat(visit.challengeRequired()).isEqualTo(needed);
    assertThat(visit.pass()).isEqualTo(travels ? PASS : null);
  }

  @ParameterizedTest
  @CsvSource({"''", "'a b'", "'../..'", "'é'"})
  @DisplayName("what can be no pass is refused here, where one is needed")
  void noPass(String text) {
    ChallengeLayer layer = withMode(regime(), "ALWAYS").layer();
    assertThat(layer.check(visit(text)).outcome())
        .isEqualTo(text.isEmpty() ? Outcome.CHALLENGE_REQUIRED : Outcome.CHALLENGE_INVALID);
  }

  @Test
  @DisplayName("above the rate everybody is asked, and below it again nobody")
  void aboveTheRate() {
    ChallengeLayer layer = regime("abovePerSecond", 10).layer();
    for (int i = 0; i < 10; i++) {
      assertThat(layer.check(visit(null))).isSameAs(Verdict.PASS);
    }
    assertThat(layer.check(visit(null)).outcome()).isEqualTo(Outcome.CHALLENGE_REQUIRED);
    assertThat(layer.check(visit(PASS)).label()).isEqualTo("CHALLENGED");
    assertThat(layer.check(visit(null).about(1002))).isSameAs(Verdict.PASS);
    passMillis(2000);
    assertThat(layer.check(visit(null))).isSameAs(Verdict.PASS);
  }

  @Test
  @DisplayName("by default no rate asks for a challenge")
  void noRate() {
    ChallengeLayer layer = regime().layer();
    for (int i = 0; i < 10_000; i++) {
      assertThat(layer.check(visit(null))).isSameAs(Verdict.PASS);
    }
  }

  @Test
  @DisplayName("settings change while running; without questions the kind does not")
  void changesWhileRunning() {
    ChallengeRegime regime = regime();
    ChallengeLayer layer = regime.layer();
    Visit risky = visit(null);
    risky.requireChallenge();
    layer.configure(section("enabled", false));
    assertThat(layer.check(risky)).isSameAs(Verdict.PASS);

    assertThatThrownBy(() -> layer.configure(section("kind", "QUIZ", "enabled", true)))
        .isInstanceOf(ConfigException.class);
    assertThat(regime.settings().kind()).isEqualTo(ChallengeKind.SUM);
    assertThat(regime.settings().enabled()).isFalse();

    ChallengeRegime withQuestions = regime("quizFile", demoBank());
    withQuestions.layer().configure(section("kind", "QUIZ"));
    assertThat(withQuestions.settings().kind()).isEqualTo(ChallengeKind.QUIZ);
  }
}
