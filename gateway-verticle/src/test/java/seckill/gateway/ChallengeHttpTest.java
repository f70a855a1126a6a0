package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.config.ConfigException;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt.Challenge;

@ExtendWith(VertxExtension.class)
class ChallengeHttpTest {
  private static final String PATH = "/api/items/1001/challenge";
  private static final String PASS = "abcdefghijklmnopqrstuvwx";
  private static final String QUIZ_FILE = Path.of("../config/demo/quiz.yaml").toString();

  private Vertx vertx;
  private TillStandIn till;

  @BeforeEach
  void open(Vertx vertx) {
    this.vertx = vertx;
    till = new TillStandIn(vertx, 10);
    till.answer(
        Addresses.CHALLENGE_KEEP,
        () ->
            new JsonObject()
                .put("challengeId", "c1")
                .put("notBefore", "2027-01-01T00:00:00.800Z")
                .put("expiresAt", "2027-01-01T00:02:00Z"));
  }

  private TestGate gate(Map<String, String> environment) {
    TestGate gate = new TestGate(vertx, Clock.systemUTC(), environment);
    await().until(() -> ask(gate, "u0").status() != 429);
    till.requests.clear();
    return gate;
  }

  private TestGate gate() {
    return gate(Map.of());
  }

  private static Reply ask(TestGate gate, String user) {
    return gate.get(PATH, TestTokens.of(user));
  }

  private static Reply answer(TestGate gate, String body) {
    return gate.post(PATH, TestTokens.of("u1"), body);
  }

  private static String answerOf(String text) {
    return new JsonObject().put("challengeId", "c1").put("answer", text).encode();
  }

  @Test
  @DisplayName("a challenge is for one buyer's eyes, and holds no answer")
  void ask() {
    Reply reply = ask(gate(), "u1");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("Cache-Control")).isEqualTo("private, no-store");
    JsonObject asked = till.requests.get(0);
    assertThat(asked.getString("userId")).isEqualTo("u1");
    assertThat(asked.getJsonArray("answers")).isNotEmpty();
    assertThat(reply.json().fieldNames())
        .containsExactlyInAnyOrder("challengeId", "kind", "image", "notBefore", "expiresAt");
    assertThat(reply.json().getString("image")).startsWith("data:image/png;base64,");
  }

  @Test
  @DisplayName("the right answer brings the pass")
  void pass() {
    TestGate gate = gate();
    till.answer(
        Addresses.CHALLENGE_ANSWER,
        () -> new JsonObject().put("pass", PASS).put("expiresAt", "2027-01-01T00:01:00Z"));
    Reply reply = answer(gate, answerOf("42"));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("Cache-Control")).isEqualTo("private, no-store");
    assertThat(reply.json().getString("pass")).isEqualTo(PASS);
    assertThat(till.requests.get(0).getString("userId")).isEqualTo("u1");
    assertThat(till.requests.get(0).getString("answer")).isEqualTo("42");
  }

  @ParameterizedTest
  @CsvSource({
    "WRONG, CHALLENGE_WRONG, not right, 不对",
    "TOO_FAST, CHALLENGE_WRONG, not right, 不对",
    "USED_UP, CHALLENGE_USED_UP, used up, 用完",
    "UNKNOWN, CHALLENGE_EXPIRED, run out, 失效"
  })
  @DisplayName(
      "a wrong answer is called wrong, a used-up challenge used up, an expired one expired")
  void ownWords(String reason, String code, String english, String chinese) {
    TestGate gate = gate();
    till.answer(
        Addresses.CHALLENGE_ANSWER, () -> new JsonObject().put("code", code).put("reason", reason));
    Reply reply = answer(gate, answerOf("42"));
    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.code()).isEqualTo(code);
    assertThat(reply.json().getBoolean("retryable")).isTrue();
    assertThat(reply.json().getString("detail")).contains(english);
    assertThat(reply.body()).doesNotContain(reason.equals("TOO_FAST") ? "FAST" : "reason");
    assertThat(new ProblemText(Locale.CHINESE).detail(Outcome.valueOf(code))).contains(chinese);
  }

  @ParameterizedTest
  @CsvSource({
    "NOT_STARTED,  409, ,  2027-01-01T00:00:00Z",
    "ENDED,        409, ,",
    "NOT_FOUND,    404, ,",
    "RATE_LIMITED, 429, 2,",
  })
  @DisplayName("why there is no challenge is told, and when there may be one")
  void noChallenge(String code, int status, String retryAfter, String startAt) {
    TestGate gate = gate();
    JsonObject refusal = new JsonObject().put("code", code).put("waitMillis", 1500);
    till.answer(
        Addresses.CHALLENGE_KEEP,
        () -> startAt == null ? refusal : refusal.copy().put("startAt", startAt));
    Reply reply = ask(gate, "u1");

    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.code()).isEqualTo(code);
    assertThat(reply.header("Retry-After")).isEqualTo(retryAfter);
    assertThat(reply.json().getString("startAt")).isEqualTo(startAt);
    assertThat(reply.header("Cache-Control")).isEqualTo("private, no-store");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"challengeId\":\"c1\"}",
        "{\"answer\":\"42\"}",
        "{\"challengeId\":\"c1\",\"answer\":42}",
        "{\"challengeId\":1,\"answer\":\"42\"}",
        "{\"challengeId\":\"c1\",\"answer\":\"42\",\"tries\":9}"
      })
  @DisplayName("a malformed answer is refused, and uses up no try")
  void malformed(String body) {
    TestGate gate = gate();
    assertThat(answer(gate, body).code()).isEqualTo("BAD_REQUEST");
    assertThat(till.requests).isEmpty();
  }

  @Test
  @DisplayName("challenges are given to the token's user alone")
  void needsToken() {
    TestGate gate = gate();
    assertThat(gate.get(PATH, null).status()).isEqualTo(401);
    assertThat(gate.post(PATH, null, answerOf("42")).status()).isEqualTo(401);
    assertThat(gate.get(PATH + "?userId=u2", TestTokens.of("u1")).status()).isEqualTo(403);
    assertThat(answer(gate, "{\"challengeId\":\"c\",\"answer\":\"4\",\"userId\":\"u2\"}").status())
        .isEqualTo(403);
    assertThat(gate.get("/api/items/01/challenge", TestTokens.of("u1")).status()).isEqualTo(400);
    assertThat(till.requests).isEmpty();
  }

  @Test
  @DisplayName("an item that always asks is not bought without a pass, and the till is left alone")
  void purchase() {
    TestGate gate = gate(Map.of("SECKILL_CHALLENGE_ITEM_REFRESH_MILLIS", "100"));
    assertThat(gate.buy("u1", "1001").status()).isEqualTo(202);
    till.answer(
        Addresses.ITEM_LIST,
        () ->
            new JsonObject()
                .put(
                    "items",
                    new JsonArray()
                        .add(
                            new JsonObject()
                                .put("itemId", "1001")
                                .put("gate", new JsonObject().put("challenge", "ALWAYS")))));
    await().until(() -> gate.buy("u1", "1001").code().equals("CHALLENGE_REQUIRED"));
    till.batches.clear();

    assertThat(gate.buy("u2", "1001").status()).isEqualTo(403);
    assertThat(gate.buy("u2", "1001", "Challenge-Pass", "not a pass").code())
        .isEqualTo("CHALLENGE_INVALID");
    assertThat(till.batches).isEmpty();
    assertThat(gate.buy("u2", "1001", "Challenge-Pass", PASS).status()).isEqualTo(202);
    assertThat(till.batches.get(0).attempts().get(0).challenge())
        .isEqualTo(new Challenge(true, PASS));
    assertThat(
            gate.meters
                .get("seckill.gate")
                .tags("layer", "challenge", "outcome", "CHALLENGED")
                .functionCounter()
                .count())
        .isEqualTo(1);
  }

  @Test
  @DisplayName("questions come in the buyer's language, and their answers stay here")
  void questions() {
    TestGate gate =
        gate(Map.of("SECKILL_CHALLENGE_KIND", "QUIZ", "SECKILL_CHALLENGE_QUIZ_FILE", QUIZ_FILE));
    for (int i = 0; i < 20; i++) {
      Reply reply =
          gate.send(gate.request(PATH, TestTokens.of("u1")).header("Accept-Language", "zh-CN"))
              .join();
      assertThat(reply.json().getString("kind")).isEqualTo("QUIZ");
      assertThat(reply.json().getString("question")).doesNotContain("Which", "How");
      assertThat(reply.json().fieldNames()).doesNotContain("answers");
    }
  }

  @Test
  @DisplayName("a gateway with a broken question bank does not start, and says why")
  void brokenBank() {
    assertThatThrownBy(
            () ->
                new TestGate(
                    vertx, Clock.systemUTC(), Map.of("SECKILL_CHALLENGE_QUIZ_FILE", "/nowhere")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("challenge.quizFile");
  }
}
