package seckill.standalone.rehearsal.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.standalone.client.Reply;
import seckill.standalone.rehearsal.gate.Buyer.Stage;

class BuyerTest {
  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");
  private static final String ORDER = "0193-order";

  private final List<String> diary = new ArrayList<>();
  private int presses = 1;
  private Set<Stage> skipped = Buyer.leavingOutNothing();

  private final class Notes implements Diary {
    @Override
    public void heard(Reply reply) {}

    @Override
    public void triedAgain(String code) {
      diary.add("again " + code);
    }

    @Override
    public void admitted() {
      diary.add("admitted");
    }

    @Override
    public void passed(String pass) {
      diary.add("passed " + pass);
    }

    @Override
    public void holds(String orderId) {
      diary.add("holds " + orderId);
    }

    @Override
    public void settled(String outcome) {
      diary.add("settled " + outcome);
    }
  }

  private Buyer buyer() {
    return new Buyer(
        new Guise("u1", "token", "100.64.0.1", "device"),
        new ItemCalls("1001"),
        presses,
        question -> question.equals("1+1?") ? "2" : "",
        Clock.fixed(NOW, ZoneOffset.UTC),
        new Random(1),
        new Notes(),
        skipped);
  }

  private static Reply ok(String json) {
    return new Reply(200, new JsonObject(json));
  }

  private static Reply refusal(int status, String code) {
    return new Reply(status, new JsonObject().put("code", code));
  }

  private static Reply accepted() {
    return new Reply(202, new JsonObject().put("code", "ACCEPTED").put("orderId", ORDER));
  }

  private static String said(Step step) {
    return step.call().method() + " " + step.call().path().replaceFirst("/api/items/1001", "");
  }

  private static Step challenged(Buyer buyer) {
    buyer.first();
    return buyer.heard(ok("{'state':'ADMITTED'}".replace('\'', '"')));
  }

  private static Step asked(Buyer buyer) {
    challenged(buyer);
    return buyer.heard(
        new Reply(
            200,
            new JsonObject()
                .put("challengeId", "c1")
                .put("question", "1+1?")
                .put("notBefore", NOW.plusMillis(800).toString())));
  }

  private static Step passed(Buyer buyer) {
    asked(buyer);
    return buyer.heard(new Reply(200, new JsonObject().put("pass", "p1")));
  }

  @Test
  @DisplayName("a buyer queues, polls as told, answers no faster than allowed, and shows the pass")
  void wholeWay() {
    Buyer buyer = buyer();
    assertThat(said(buyer.first())).isEqualTo("POST /queue");
    Step look =
        buyer.heard(
            new Reply(200, new JsonObject().put("state", "WAITING").put("pollAfterMillis", 700)));
    assertThat(said(look)).isEqualTo("GET /queue");
    assertThat(look.pauseMillis()).isEqualTo(700);
    assertThat(said(buyer.heard(new Reply(200, new JsonObject().put("state", "ADMITTED")))))
        .isEqualTo("GET /challenge");
    Step answer =
        buyer.heard(
            new Reply(
                200,
                new JsonObject()
                    .put("challengeId", "c1")
                    .put("question", "1+1?")
                    .put("notBefore", NOW.plusMillis(800).toString())));
    assertThat(said(answer)).isEqualTo("POST /challenge");
    assertThat(answer.pauseMillis()).isGreaterThan(800);
    assertThat(answer.call().body())
        .isEqualTo(new JsonObject().put("challengeId", "c1").put("answer", "2"));
    Step buy = buyer.heard(new Reply(200, new JsonObject().put("pass", "p1")));
    assertThat(said(buy)).isEqualTo("POST /purchases");
    assertThat(buy.call().headers())
        .containsEntry("Challenge-Pass", "p1")
        .containsEntry("Authorization", "Bearer token")
        .containsEntry("X-Forwarded-For", "100.64.0.1")
        .containsEntry("Device-Id", "device");
    assertThat(buyer.heard(accepted())).isNull();
    assertThat(diary)
        .containsExactly("admitted", "passed p1", "holds " + ORDER, "settled ACCEPTED");
  }

  @Test
  @DisplayName("a refusal that may be over later is waited for as long as it says, then repeated")
  void retries() {
    Buyer buyer = buyer();
    passed(buyer);
    Step again = buyer.heard(new Reply(429, new JsonObject().put("code", "RATE_LIMITED"), 3));

    assertThat(said(again)).isEqualTo("POST /purchases");
    assertThat(again.pauseMillis()).isBetween(3000L, 3900L);
    assertThat(buyer.heard(accepted())).isNull();
  }

  @Test
  @DisplayName("a call without an answer is repeated")
  void noAnswer() {
    Buyer buyer = buyer();
    buyer.first();

    assertThat(said(buyer.heard(refusal(0, Visitor.NO_ANSWER)))).isEqualTo("POST /queue");
  }

  @Test
  @DisplayName("a pass that holds no longer is replaced by a new one")
  void passRanOut() {
    Buyer buyer = buyer();
    passed(buyer);

    assertThat(said(buyer.heard(refusal(403, "CHALLENGE_INVALID")))).isEqualTo("GET /challenge");
  }

  @Test
  @DisplayName("sold out in the line ends the way at once")
  void soldOutInLine() {
    Buyer buyer = buyer();
    buyer.first();

    assertThat(buyer.heard(refusal(409, "SOLD_OUT"))).isNull();
    assertThat(diary).containsExactly("settled SOLD_OUT");
  }

  @Test
  @DisplayName("a place or an admission that is lost is final, and told as what it is")
  void lostPlace() {
    Buyer waiting = buyer();
    waiting.first();
    assertThat(waiting.heard(refusal(410, "PLACE_EXPIRED"))).isNull();
    Buyer admitted = buyer();
    passed(admitted);
    assertThat(said(admitted.heard(refusal(403, "NOT_ADMITTED")))).isEqualTo("GET /queue");
    assertThat(admitted.heard(refusal(410, "PLACE_EXPIRED"))).isNull();

    assertThat(diary.stream().filter("settled PLACE_EXPIRED"::equals)).hasSize(2);
  }

  @Test
  @DisplayName("an admission that ended because the last unit went is told as sold out")
  void soldOutAfterAdmission() {
    Buyer buyer = buyer();
    passed(buyer);
    buyer.heard(refusal(403, "NOT_ADMITTED"));

    assertThat(buyer.heard(refusal(409, "SOLD_OUT"))).isNull();
    assertThat(diary).endsWith("again NOT_ADMITTED", "settled SOLD_OUT");
  }

  @Test
  @DisplayName("an impatient buyer presses again and again, and a used pass is no loss")
  void pressesAgain() {
    presses = 3;
    Buyer buyer = buyer();
    buyer.first();
    // Whether this one begins with a press too early is decided by chance.
    buyer.heard(refusal(403, "CHALLENGE_REQUIRED"));
    diary.clear();
    Step buy = passed(buyer);
    assertThat(said(buy)).isEqualTo("POST /purchases");
    int more = 0;
    for (Step step = buyer.heard(accepted()); step != null; more++) {
      assertThat(said(step)).isEqualTo("POST /purchases");
      step =
          buyer.heard(
              new Reply(
                  403, new JsonObject().put("code", "CHALLENGE_INVALID").put("orderId", ORDER)));
    }

    assertThat(more).isBetween(1, 2);
    assertThat(diary).endsWith("holds " + ORDER, "settled ACCEPTED");
  }

  @Test
  @DisplayName("who does not queue goes to the challenge, who solves none to the button")
  void gatecrashers() {
    skipped = EnumSet.of(Stage.JOIN, Stage.LOOK);
    assertThat(said(buyer().first())).isEqualTo("GET /challenge");

    skipped = EnumSet.of(Stage.ASK, Stage.ANSWER);
    Buyer unchallenged = buyer();
    unchallenged.first();
    Step buy = unchallenged.heard(new Reply(200, new JsonObject().put("state", "ADMITTED")));
    assertThat(said(buy)).isEqualTo("POST /purchases");
    assertThat(buy.call().headers()).doesNotContainKey("Challenge-Pass");
    assertThat(said(unchallenged.heard(refusal(403, "CHALLENGE_REQUIRED"))))
        .isEqualTo("DELETE /queue");
    assertThat(unchallenged.heard(new Reply(204, new JsonObject()))).isNull();
    assertThat(diary).endsWith("settled CHALLENGE_REQUIRED");
  }
}
