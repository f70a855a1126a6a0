package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BatchSizeTest {
  private static final long LIMIT_MILLIS = 1000;
  private static final long QUICK = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long SLOW = TimeUnit.MILLISECONDS.toNanos(900);

  private final BatchSize size = new BatchSize(100, LIMIT_MILLIS);

  @Test
  @DisplayName("it halves after a failure, down to one, and never below")
  void halves() {
    List<Integer> sizes = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      sizes.add(size.get());
      size.failed(size.get());
    }
    assertThat(sizes).containsExactly(100, 50, 25, 12, 6, 3, 1, 1, 1);
  }

  @Test
  @DisplayName(
      "it doubles while that would be done in time, goes on one by one, and stops at its max")
  void grows() {
    size.failed(100);
    size.failed(50);
    size.succeeded(25, SLOW);
    assertThat(size.get()).isEqualTo(26);
    size.succeeded(26, QUICK);
    assertThat(size.get()).isEqualTo(52);
    size.succeeded(52, QUICK);
    assertThat(size.get()).isEqualTo(100);
    assertThat(size.isFull()).isTrue();
  }

  @Test
  @DisplayName("a small transaction says nothing about a greater one, and a small failure all")
  void learnsFromWhatWasDone() {
    size.failed(60);
    assertThat(size.get()).isEqualTo(30);
    size.succeeded(5, QUICK);
    assertThat(size.get()).isEqualTo(30);
    size.failed(4);
    assertThat(size.get()).isEqualTo(2);
  }

  @Test
  @DisplayName("every row is done once and in order, whatever size turns out to be too great")
  void doesAllInPieces() {
    List<Integer> rows = IntStream.range(0, 250).boxed().toList();
    List<Integer> done = new ArrayList<>();
    Future<List<Integer>> all =
        size.inPieces(
            rows,
            piece -> {
              if (piece.size() > 7) {
                return Future.failedFuture(new TimeoutException());
              }
              done.addAll(piece);
              return Future.succeededFuture(piece.size());
            });

    assertThat(all.succeeded()).isTrue();
    assertThat(done).isEqualTo(rows);
    assertThat(all.result().stream().mapToInt(Integer::intValue).sum()).isEqualTo(250);
  }

  @Test
  @DisplayName("what fails for another reason, or alone, fails, and what was done stays done")
  void failsForOtherReasons() {
    List<Integer> done = new ArrayList<>();
    Future<List<Integer>> alone =
        size.inPieces(
            List.of(1, 2, 3),
            piece -> {
              if (piece.contains(3)) {
                return Future.failedFuture(new TimeoutException());
              }
              done.addAll(piece);
              return Future.succeededFuture(0);
            });
    assertThat(alone.cause()).isInstanceOf(TimeoutException.class);
    assertThat(done).containsExactly(1, 2);

    List<Integer> tries = new ArrayList<>();
    Future<List<Integer>> other =
        size.inPieces(
            List.of(1, 2, 3),
            piece -> {
              tries.add(piece.size());
              return Future.failedFuture("no");
            });
    assertThat(other.failed()).isTrue();
    assertThat(tries).hasSize(1);
  }
}
