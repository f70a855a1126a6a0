package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import seckill.contract.HolderFilter;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;

class SoldOutBoardTest {
  private static final long ITEM = 1001;
  private static final long PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1000);
  private final List<Promise<HolderFilter>> fetches = new ArrayList<>();
  private final SoldOutBoard board = board(true);

  private SoldOutBoard board(boolean enabled) {
    return new SoldOutBoard(
        new BoardSettings(enabled, 500, 1000),
        (itemId, most) -> {
          Promise<HolderFilter> fetch = Promise.promise();
          fetches.add(fetch);
          return fetch.future();
        },
        nanos::get,
        new PurchaseMeters(new SimpleMeterRegistry()));
  }

  private static PurchaseResult soldOut(long acceptedTotal) {
    return new PurchaseResult(Outcome.SOLD_OUT, null, false, 0, acceptedTotal);
  }

  private static HolderFilter filter(long acceptedTotal, String... users) {
    HolderFilter filter = new HolderFilter(acceptedTotal, users.length);
    List.of(users).forEach(filter::add);
    return filter;
  }

  private void sellOut(long acceptedTotal, String... holders) {
    board.learn(ITEM, soldOut(acceptedTotal));
    fetches.get(fetches.size() - 1).complete(filter(acceptedTotal, holders));
  }

  @Test
  @DisplayName("nobody is answered here before the holders are known")
  void waitsForTheFilter() {
    assertThat(board.isSoldOutFor(ITEM, "u1")).isFalse();
    board.learn(ITEM, soldOut(10));
    assertThat(board.isSoldOutFor(ITEM, "u1")).isFalse();

    fetches.get(0).complete(filter(10, "holder"));

    assertThat(board.isSoldOutFor(ITEM, "u1")).isTrue();
    assertThat(board.isSoldOutFor(ITEM, "holder")).isFalse();
    assertThat(board.isSoldOutFor(1002, "u1")).isFalse();
  }

  @Test
  @DisplayName("many SOLD_OUT answers at once fetch the holders once")
  void fetchesOnce() {
    for (int i = 0; i < 100; i++) {
      board.learn(ITEM, soldOut(10));
    }
    assertThat(fetches).hasSize(1);
  }

  @Test
  @DisplayName("holders that cannot be fetched are asked for again after the probe interval")
  void fetchesAgainAfterAFailure() {
    board.learn(ITEM, soldOut(10));
    fetches.get(0).fail("too many");
    board.learn(ITEM, soldOut(10));
    assertThat(fetches).hasSize(1);

    nanos.addAndGet(PROBE_NANOS);
    board.learn(ITEM, soldOut(10));

    assertThat(fetches).hasSize(2);
    assertThat(board.isSoldOutFor(ITEM, "u1")).isFalse();
  }

  @Test
  @DisplayName("once per probe interval one attempt goes to the till")
  void letsProbesThrough() {
    sellOut(10);

    for (int i = 0; i < 3; i++) {
      assertThat(board.isSoldOutFor(ITEM, "u1")).isTrue();
      nanos.addAndGet(PROBE_NANOS);
      assertThat(board.isSoldOutFor(ITEM, "u1")).isFalse();
      assertThat(board.isSoldOutFor(ITEM, "u2")).isTrue();
    }
  }

  @Test
  @DisplayName("another count of accepted purchases makes the known holders worthless")
  void dropsAStaleFilter() {
    sellOut(10, "a");
    nanos.addAndGet(PROBE_NANOS);

    board.learn(ITEM, soldOut(11));

    assertThat(board.isSoldOutFor(ITEM, "b")).isFalse();
    assertThat(fetches).hasSize(2);
    fetches.get(1).complete(filter(11, "a", "b"));
    assertThat(board.isSoldOutFor(ITEM, "b")).isFalse();
    // The first stranger is the probe that is due.
    assertThat(board.isSoldOutFor(ITEM, "c")).isFalse();
    assertThat(board.isSoldOutFor(ITEM, "c")).isTrue();
  }

  @Test
  @DisplayName("holders that arrive after the entry was cleared are not used")
  void ignoresALateFilter() {
    board.learn(ITEM, soldOut(10));
    board.clear(ITEM);

    fetches.get(0).complete(filter(10));

    assertThat(board.isSoldOutFor(ITEM, "u1")).isFalse();
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"ENDED", "PAUSED", "NOT_STARTED", "NOT_FOUND", "DEGRADED", "PENDING"})
  @DisplayName("an answer that tells of another state ends the local answers")
  void clearsOnNews(Outcome outcome) {
    sellOut(10);

    board.learn(ITEM, PurchaseResult.of(outcome));

    assertThat(board.isSoldOutFor(ITEM, "u1")).isFalse();
  }

  @Test
  @DisplayName("an accepted purchase ends the local answers, a replay or a duplicate does not")
  void clearsOnAccepted() {
    sellOut(10);

    board.learn(ITEM, new PurchaseResult(Outcome.ACCEPTED, "x", true, 0, 10));
    board.learn(ITEM, new PurchaseResult(Outcome.DUPLICATE, "x", false, 0, 10));
    board.learn(ITEM, PurchaseResult.of(Outcome.BUSY));
    board.learn(ITEM, PurchaseResult.of(Outcome.LAPSE_LIMIT));
    assertThat(board.isSoldOutFor(ITEM, "u1")).isTrue();

    board.learn(ITEM, new PurchaseResult(Outcome.ACCEPTED, "y", false, 0, 11));
    assertThat(board.isSoldOutFor(ITEM, "u1")).isFalse();
  }

  @Test
  @DisplayName("a board that is switched off never answers")
  void canBeSwitchedOff() {
    SoldOutBoard off = board(false);

    off.learn(ITEM, soldOut(10));

    assertThat(fetches).isEmpty();
    assertThat(off.isSoldOutFor(ITEM, "u1")).isFalse();
  }
}
