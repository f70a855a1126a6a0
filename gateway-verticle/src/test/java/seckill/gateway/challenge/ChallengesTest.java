package seckill.gateway.challenge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.config.ConfigException;
import seckill.contract.Addresses;
import seckill.contract.Outcome;

class ChallengesTest extends ChallengeCase {
  private static final long ITEM = 1001;

  private final List<JsonObject> asked = new ArrayList<>();
  private final List<String> signals = new ArrayList<>();
  private Future<JsonObject> reply =
      Future.succeededFuture(
          new JsonObject()
              .put("challengeId", "c1")
              .put("notBefore", "2027-01-01T00:00:00.800Z")
              .put("expiresAt", "2027-01-01T00:02:00Z"));

  private Challenges challenges(ChallengeRegime regime) {
    return new Challenges(
        regime,
        (address, body) -> {
          asked.add(body.copy().put("address", address));
          return reply.map(JsonObject::copy);
        },
        Runnable::run,
        (userId, itemId) -> signals.add(userId + " at item " + itemId),
        () -> nanos);
  }

  private void tillRefuses(JsonObject refusal) {
    reply = Future.succeededFuture(refusal);
  }

  private static ChallengeRefusal refusal(Future<JsonObject> future) {
    assertThat(future.failed()).isTrue();
    return (ChallengeRefusal) future.cause();
  }

  @Test
  @DisplayName("a sum is a picture; the till hears the answer, the buyer does not")
  void sum() {
    Challenges challenges = challenges(regime());
    challenges.prepare();
    JsonObject given = challenges.ask(ITEM, "u1", false).result();

    assertThat(given.fieldNames())
        .containsExactlyInAnyOrder("challengeId", "kind", "image", "notBefore", "expiresAt");
    assertThat(given.getString("kind")).isEqualTo("SUM");
    JsonObject kept = asked.get(0);
    assertThat(kept.getString("address")).isEqualTo(Addresses.CHALLENGE_KEEP);
    assertThat(kept.getString("userId")).isEqualTo("u1");
    assertThat(kept.getString("itemId")).isEqualTo("1001");
    assertThat(kept.getJsonArray("answers")).hasSize(1);
    assertThat(kept.getJsonObject("rules").getInteger("tries")).isEqualTo(3);
  }

  @Test
  @DisplayName("a question with choices takes one try, and none of its answers is marked")
  void quiz() {
    Challenges challenges = challenges(regime("kind", "QUIZ", "quizFile", demoBank()));
    for (int i = 0; i < 100; i++) {
      JsonObject given = challenges.ask(ITEM, "u1", i % 2 == 0).result();
      JsonObject kept = asked.get(i);
      assertThat(given.getString("kind")).isEqualTo("QUIZ");
      assertThat(given.getString("question")).isNotBlank();
      assertThat(given.fieldNames()).doesNotContain("answers", "answer", "image");
      assertThat(kept.getJsonObject("rules").getInteger("tries"))
          .isEqualTo(given.containsKey("choices") ? 1 : 3);
    }
    assertThat(events("asked")).isEqualTo(100);
  }

  @Test
  @DisplayName("the kind QUIZ does not start without questions")
  void quizWithoutFile() {
    assertThatThrownBy(() -> regime("kind", "QUIZ"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("challenge.quizFile");
  }

  @Test
  @DisplayName("while no picture is ready, the till is not asked and the buyer may come again")
  void noPicture() {
    ChallengeRegime regime = regime("pool", 1);
    Challenges challenges = challenges(regime);
    assertThat(refusal(challenges.ask(ITEM, "u1", false)).outcome()).isEqualTo(Outcome.DEGRADED);
    assertThat(asked).isEmpty();
    assertThat(events("over-capacity")).isEqualTo(1);
    assertThat(challenges.ask(ITEM, "u1", false).succeeded()).isTrue();
  }

  @Test
  @DisplayName("a picture that was not shown is kept for the next buyer")
  void pictureGivenBack() {
    ChallengeRegime regime = regime("pool", 1, "closedMillis", 0);
    Challenges challenges = challenges(regime);
    challenges.prepare();
    tillRefuses(new JsonObject().put("code", "RATE_LIMITED").put("waitMillis", 1500));
    for (int i = 0; i < 10; i++) {
      ChallengeRefusal refusal = refusal(challenges.ask(ITEM, "u1", false));
      assertThat(refusal.outcome()).isEqualTo(Outcome.RATE_LIMITED);
      assertThat(refusal.waitMillis()).isEqualTo(1500);
      assertThat(regime.pictures().ready()).isEqualTo(1);
    }
    assertThat(events("not-given")).isEqualTo(10);
  }

  @Test
  @DisplayName("who comes too early is told the start, and for a moment without asking the till")
  void tooEarly() {
    Challenges challenges = challenges(regime());
    challenges.prepare();
    tillRefuses(
        new JsonObject()
            .put("code", "NOT_STARTED")
            .put("startAt", "2027-01-01T00:00:00Z")
            .put("waitMillis", 600));
    for (int i = 0; i < 100; i++) {
      ChallengeRefusal refusal = refusal(challenges.ask(ITEM, "u" + i, false));
      assertThat(refusal.outcome()).isEqualTo(Outcome.NOT_STARTED);
      assertThat(refusal.startAtMillis()).isEqualTo(1_798_761_600_000L);
    }
    assertThat(asked).hasSize(1);
    passMillis(600);
    assertThat(refusal(challenges.ask(ITEM, "u1", false)).outcome()).isEqualTo(Outcome.NOT_STARTED);
    assertThat(asked).hasSize(2);
    refusal(challenges.ask(1002, "u1", false));
    assertThat(asked).hasSize(3);
  }

  @Test
  @DisplayName("more than so many under way are refused at once, and room comes with answers")
  void underWay() {
    Promise<JsonObject> slow = Promise.promise();
    reply = slow.future();
    Challenges challenges = challenges(regime("maxUnderWay", 2));
    challenges.prepare();
    List<Future<JsonObject>> waiting =
        List.of(challenges.ask(ITEM, "u1", false), challenges.answer(ITEM, "u2", "c", "1"));
    assertThat(refusal(challenges.ask(ITEM, "u3", false)).outcome()).isEqualTo(Outcome.DEGRADED);
    assertThat(refusal(challenges.answer(ITEM, "u3", "c", "1")).outcome())
        .isEqualTo(Outcome.DEGRADED);
    assertThat(asked).hasSize(2);
    slow.complete(new JsonObject().put("challengeId", "c1"));
    assertThat(waiting).allMatch(Future::succeeded);
    assertThat(challenges.ask(ITEM, "u3", false).succeeded()).isTrue();
  }

  @Test
  @DisplayName(
      "each refused answer is told by its own word; only inhuman ones reach the risk rules")
  void signals() {
    Challenges challenges = challenges(regime());
    Map<String, Outcome> told =
        Map.of(
            "WRONG", Outcome.CHALLENGE_WRONG,
            "TOO_FAST", Outcome.CHALLENGE_WRONG,
            "USED_UP", Outcome.CHALLENGE_USED_UP,
            "UNKNOWN", Outcome.CHALLENGE_EXPIRED);
    told.forEach(
        (reason, outcome) -> {
          tillRefuses(new JsonObject().put("code", outcome.name()).put("reason", reason));
          assertThat(refusal(challenges.answer(ITEM, "u1", "c1", "42")).outcome())
              .isEqualTo(outcome);
        });
    assertThat(signals).containsExactly("u1 at item 1001");
    assertThat(Stream.of("wrong", "too-fast", "used-up", "unknown").map(this::events))
        .containsOnly(1.0);
  }

  @Test
  @DisplayName("what a gateway remembers grows with neither the users nor the items")
  void boundedMemory() {
    ChallengeRegime regime = regime("pool", 4, "watchedItems", 100, "abovePerSecond", 1);
    Challenges challenges = challenges(regime);
    tillRefuses(new JsonObject().put("code", "NOT_FOUND"));
    for (long item = 1; item <= 20_000; item++) {
      challenges.ask(item, "u" + item, false);
      challenges.answer(item, "u" + item, "c", "1");
      asked.clear();
    }
    assertThat(challenges.remembered()).isLessThanOrEqualTo(100);
    assertThat(regime.pictures().ready()).isEqualTo(4);
  }
}
