package seckill.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.buffer.Buffer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PurchaseBatchTest {
  private static final long LEFT_MILLIS = 99;
  private static final long NOW = Long.MAX_VALUE - 1_000;
  private static final long END = TimeLeft.endNanos(LEFT_MILLIS, NOW);

  private final OrderIds ids = new OrderIds(Clock.systemUTC());

  private PurchaseAttempt attempt(String userId, String key, String reference) {
    return new PurchaseAttempt(
        7, userId, ids.next(), Idempotency.fingerprint(key, reference), reference, END);
  }

  private PurchaseBatch batch() {
    return new PurchaseBatch(
        7,
        LEFT_MILLIS,
        List.of(
            attempt("u1", null, ""),
            attempt("飞天🍾é ", "key", "r".repeat(64)),
            new PurchaseAttempt(
                7, "u3", ids.next(), "", "", new PurchaseAttempt.Challenge(true, "pass-1"), END),
            new PurchaseAttempt(
                7, "u4", ids.next(), "", "", new PurchaseAttempt.Challenge(true, ""), END),
            new PurchaseAttempt(
                7, "u5", ids.next(), "", "", new PurchaseAttempt.Challenge(false, "pass_2"), END),
            attempt("x".repeat(128), "k".repeat(128), "🛒".repeat(16))));
  }

  @Test
  @DisplayName("a batch comes back as it was, empty and full ones too")
  void batchesRoundTrip() {
    PurchaseBatch batch = batch();
    assertThat(PurchaseBatch.fromBuffer(batch.toBuffer(), NOW)).isEqualTo(batch);
    PurchaseBatch empty = new PurchaseBatch(ItemIds.MAX, Long.MAX_VALUE, List.of());
    assertThat(PurchaseBatch.fromBuffer(empty.toBuffer(), NOW)).isEqualTo(empty);
    PurchaseBatch full =
        new PurchaseBatch(
            7,
            LEFT_MILLIS,
            Collections.nCopies(PurchaseBatch.MAX_ATTEMPTS, attempt("u", null, "")));
    assertThat(PurchaseBatch.fromBuffer(full.toBuffer(), NOW)).isEqualTo(full);
  }

  @Test
  @DisplayName("the time left of a batch counts from its arrival, whatever time its sender has")
  void timeLeft() {
    PurchaseBatch arrived = PurchaseBatch.fromBuffer(batch().toBuffer(), 5_000);
    assertThat(arrived.timeLeftMillis()).isEqualTo(LEFT_MILLIS);
    assertThat(arrived.attempts()).allMatch(of -> of.endNanos() == 5_000 + LEFT_MILLIS * 1_000_000);
  }

  @Test
  @DisplayName("a batch that is cut off anywhere, or goes on, or is of another version is refused")
  void refusesDamagedBatches() {
    Buffer buffer = batch().toBuffer();
    for (int length = 0; length < buffer.length(); length++) {
      Buffer cut = buffer.getBuffer(0, length);
      IdsTest.assertBadRequest(() -> PurchaseBatch.fromBuffer(cut, NOW));
    }
    IdsTest.assertBadRequest(
        () -> PurchaseBatch.fromBuffer(buffer.copy().appendByte((byte) 0), NOW));
    IdsTest.assertBadRequest(
        () -> PurchaseBatch.fromBuffer(buffer.copy().setByte(0, (byte) 1), NOW));
    IdsTest.assertBadRequest(() -> PurchaseBatch.fromBuffer(buffer.copy().setLong(1, -1), NOW));
  }

  @Test
  @DisplayName(
      "an unsound attempt does not spoil its batch: it is handed on to be refused by itself")
  void handsUnsoundAttemptsOn() {
    PurchaseBatch batch =
        new PurchaseBatch(
            7,
            LEFT_MILLIS,
            List.of(
                new PurchaseAttempt(7, "a\nb", "z".repeat(36), "", "", END),
                attempt("", null, ""),
                attempt("u", null, "")));
    assertThat(PurchaseBatch.fromBuffer(batch.toBuffer(), NOW)).isEqualTo(batch);
  }

  @Test
  @DisplayName("a batch that does not fit its form is not written")
  void refusesOversizedBatches() {
    PurchaseAttempt ok = attempt("u", null, "");
    for (PurchaseBatch bad :
        List.of(
            new PurchaseBatch(
                7, LEFT_MILLIS, Collections.nCopies(PurchaseBatch.MAX_ATTEMPTS + 1, ok)),
            new PurchaseBatch(7, LEFT_MILLIS, List.of(attempt("u".repeat(256), null, ""))),
            new PurchaseBatch(
                7, LEFT_MILLIS, List.of(new PurchaseAttempt(7, "u", "short", "", "", END))))) {
      assertThatThrownBy(bad::toBuffer).isInstanceOf(IllegalArgumentException.class);
    }
  }

  private List<PurchaseResult> results() {
    List<PurchaseResult> results = new ArrayList<>();
    for (Outcome outcome : Outcome.values()) {
      results.add(new PurchaseResult(outcome, null, false, 0, 5));
      results.add(new PurchaseResult(outcome, ids.next(), true, 0, 5));
      results.add(new PurchaseResult(outcome, null, false, 0, 5, true));
    }
    return results;
  }

  @Test
  @DisplayName("results come back as they were, for every outcome")
  void repliesRoundTrip() {
    List<PurchaseResult> results = results();
    assertThat(PurchaseBatchReply.fromBuffer(PurchaseBatchReply.toBuffer(results)))
        .isEqualTo(results);
    assertThat(PurchaseBatchReply.fromBuffer(PurchaseBatchReply.toBuffer(List.of()))).isEmpty();
    List<PurchaseResult> full =
        Collections.nCopies(PurchaseBatch.MAX_ATTEMPTS, PurchaseResult.of(Outcome.SOLD_OUT));
    assertThat(PurchaseBatchReply.fromBuffer(PurchaseBatchReply.toBuffer(full))).isEqualTo(full);
  }

  @Test
  @DisplayName("the start time goes to those who are early, the newest count to all")
  void sharesWhatIsEqual() {
    List<PurchaseResult> read =
        PurchaseBatchReply.fromBuffer(
            PurchaseBatchReply.toBuffer(
                List.of(
                    new PurchaseResult(Outcome.NOT_STARTED, null, false, 1234, 0),
                    new PurchaseResult(Outcome.SOLD_OUT, null, false, 0, 8),
                    new PurchaseResult(Outcome.SOLD_OUT, null, false, 0, 9))));
    assertThat(read).extracting(PurchaseResult::startAtMillis).containsExactly(1234L, 0L, 0L);
    assertThat(read).extracting(PurchaseResult::acceptedTotal).containsOnly(9L);
  }

  @Test
  @DisplayName("a reply that is cut off anywhere, goes on, or holds a foreign code is refused")
  void refusesDamagedReplies() {
    Buffer buffer = PurchaseBatchReply.toBuffer(results());
    for (int length = 0; length < buffer.length(); length++) {
      Buffer cut = buffer.getBuffer(0, length);
      assertThatThrownBy(() -> PurchaseBatchReply.fromBuffer(cut))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (Buffer bad :
        List.of(
            buffer.copy().appendByte((byte) 0),
            buffer.copy().setByte(0, (byte) 9),
            buffer.copy().setShort(19, (short) 77))) {
      assertThatThrownBy(() -> PurchaseBatchReply.fromBuffer(bad))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(
            () ->
                PurchaseBatchReply.toBuffer(
                    List.of(new PurchaseResult(Outcome.ACCEPTED, "short", false, 0, 0))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("the JSON form carries what the outcome carries")
  void writesJson() {
    String id = ids.next();
    assertThat(new PurchaseResult(Outcome.ACCEPTED, id, true, 0, 3).toJson().getMap())
        .containsOnly(
            Map.entry("code", "ACCEPTED"), Map.entry("orderId", id), Map.entry("replayed", true));
    assertThat(new PurchaseResult(Outcome.NOT_STARTED, null, false, 1000, 0).toJson().encode())
        .isEqualTo("{\"code\":\"NOT_STARTED\",\"startAt\":\"1970-01-01T00:00:01Z\"}");
    assertThat(PurchaseResult.pending(id).toJson().getString("orderId")).isEqualTo(id);
    assertThat(PurchaseResult.of(Outcome.SOLD_OUT).toJson().encode())
        .isEqualTo("{\"code\":\"SOLD_OUT\"}");
  }
}
