package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

class BatcherTest {

  @Test
  @DisplayName("a long queue whose batches are answered at once is drained without deep recursion")
  void drainsSynchronousAnswersInALoop() {
    List<Promise<List<Integer>>> first = new ArrayList<>();
    Batcher<String, Integer, Integer> batcher =
        new Batcher<>(
            1,
            1,
            1_000_000,
            (key, entries) -> {
              if (first.isEmpty()) {
                first.add(Promise.promise());
                return first.get(0).future();
              }
              return Future.succeededFuture(entries);
            });
    List<Future<Integer>> results = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      results.add(batcher.submit("item", i));
    }

    first.get(0).complete(List.of(0));

    assertThat(results).allMatch(Future::succeeded);
    assertThat(batcher.waiting()).isZero();
  }

  private record Sent(String key, List<Integer> entries, Promise<List<Integer>> answer) {}

  private final List<Sent> sent = new ArrayList<>();

  private Batcher<String, Integer, Integer> batcher(int maxBatch, int inFlight, int waiting) {
    return new Batcher<>(
        maxBatch,
        inFlight,
        waiting,
        (key, entries) -> {
          Promise<List<Integer>> answer = Promise.promise();
          sent.add(new Sent(key, entries, answer));
          return answer.future();
        });
  }

  private List<List<Integer>> sizes() {
    return sent.stream().map(Sent::entries).toList();
  }

  @Test
  @DisplayName("a lone entry goes at once, and what arrives meanwhile goes together and in order")
  void batchesWhatArrivesInFlight() {
    Batcher<String, Integer, Integer> batcher = batcher(10, 1, 100);
    Future<Integer> first = batcher.submit("a", 1);
    assertThat(sizes()).containsExactly(List.of(1));
    Future<Integer> second = batcher.submit("a", 2);
    Future<Integer> third = batcher.submit("a", 3);
    assertThat(sent).hasSize(1);
    assertThat(batcher.waiting()).isEqualTo(2);

    sent.get(0).answer().complete(List.of(10));
    assertThat(first.result()).isEqualTo(10);
    assertThat(sizes()).containsExactly(List.of(1), List.of(2, 3));
    assertThat(batcher.waiting()).isZero();

    sent.get(1).answer().complete(List.of(20, 30));
    assertThat(second.result()).isEqualTo(20);
    assertThat(third.result()).isEqualTo(30);
  }

  @Test
  @DisplayName("entries handed in together go together")
  void sendsTogetherWhatCameTogether() {
    Batcher<String, Integer, Integer> batcher = batcher(3, 2, 100);
    batcher.submitAll("a", List.of(1, 2, 3, 4, 5, 6, 7));
    assertThat(sizes()).containsExactly(List.of(1, 2, 3), List.of(4, 5, 6));
    assertThat(batcher.waiting()).isEqualTo(1);
    assertThat(batcher.submitAll("a", List.of())).isEmpty();
  }

  @Test
  @DisplayName(
      "of entries handed in together those over the waiting limit are BUSY, the rest is not")
  void refusesOverTheLimit() {
    Batcher<String, Integer, Integer> batcher = batcher(4, 1, 3);
    List<Future<Integer>> results = batcher.submitAll("a", List.of(0, 1, 2, 3, 4, 5, 6, 7, 8));

    assertThat(results.subList(0, 7)).noneMatch(Future::isComplete);
    assertThat(results.subList(7, 9))
        .allSatisfy(
            result ->
                assertThat(result.cause())
                    .isInstanceOfSatisfying(
                        SeckillException.class,
                        refusal -> assertThat(refusal.outcome()).isEqualTo(Outcome.BUSY)));
    assertThat(batcher.waiting()).isEqualTo(3);
  }

  @Test
  @DisplayName("no batch is larger and no more are under way than the limits say")
  void keepsItsLimits() {
    Batcher<String, Integer, Integer> batcher = batcher(2, 2, 3);
    for (int i = 1; i <= 5; i++) {
      assertThat(batcher.submit("a", i).failed()).isFalse();
    }
    assertThat(sizes()).containsExactly(List.of(1), List.of(2));

    Future<Integer> refused = batcher.submit("a", 6);
    assertThat(refused.cause())
        .isInstanceOfSatisfying(
            SeckillException.class, e -> assertThat(e.outcome()).isEqualTo(Outcome.BUSY));
    assertThat(batcher.submit("b", 7).failed()).as("an idle key needs no waiting room").isFalse();

    sent.get(0).answer().complete(List.of(0));
    assertThat(sizes()).containsExactly(List.of(1), List.of(2), List.of(7), List.of(3, 4));
    assertThat(batcher.waiting()).isEqualTo(1);
  }

  @Test
  @DisplayName("a failed batch fails its own entries only, and the next one is sent")
  void failsOneBatchOnly() {
    Batcher<String, Integer, Integer> batcher = batcher(10, 1, 100);
    Future<Integer> first = batcher.submit("a", 1);
    Future<Integer> second = batcher.submit("a", 2);
    sent.get(0).answer().fail("broken");
    assertThat(first.cause()).hasMessage("broken");
    assertThat(second.isComplete()).isFalse();
    sent.get(1).answer().complete(List.of(2));
    assertThat(second.result()).isEqualTo(2);
  }

  @Test
  @DisplayName("a sender that throws, gives no future, no answer or half an answer fails its batch")
  void survivesBadSenders() {
    List<Supplier<Future<List<Integer>>>> senders =
        List.of(
            () -> {
              throw new IllegalStateException("thrown");
            },
            () -> null,
            () -> Future.succeededFuture(null),
            () -> Future.succeededFuture(List.of()));
    Iterator<Supplier<Future<List<Integer>>>> next = senders.iterator();
    Batcher<String, Integer, Integer> batcher =
        new Batcher<>(10, 1, 10, (key, entries) -> next.next().get());
    for (int i = 0; i < senders.size(); i++) {
      assertThat(batcher.submit("a", i).failed()).isTrue();
    }
    assertThat(batcher.lanes()).isZero();
  }

  @Test
  @DisplayName("a key is forgotten once nothing of it is under way")
  void forgetsIdleKeys() {
    Batcher<String, Integer, Integer> batcher = batcher(10, 1, 100);
    for (int i = 0; i < 1000; i++) {
      batcher.submit("key" + i, i);
    }
    assertThat(batcher.lanes()).isEqualTo(1000);
    sent.forEach(batch -> batch.answer().complete(batch.entries()));
    assertThat(batcher.lanes()).isZero();
  }

  @Test
  @DisplayName("a listener that throws keeps no other entry from its result")
  void survivesThrowingListeners() {
    Batcher<String, Integer, Integer> batcher = batcher(10, 1, 100);
    batcher.submit("a", 0);
    Future<Integer> bad = batcher.submit("a", 1);
    Future<Integer> good = batcher.submit("a", 2);
    bad.onComplete(
        done -> {
          throw new IllegalStateException("on purpose");
        });
    sent.get(0).answer().complete(List.of(0));
    sent.get(1).answer().complete(List.of(1, 2));
    assertThat(good.result()).isEqualTo(2);
    assertThat(batcher.lanes()).isZero();
  }

  @Test
  @DisplayName("what the answers of a batch set off goes together")
  void batchesWhatAnswersSetOff() {
    Batcher<String, Integer, Integer> batcher = batcher(10, 1, 100);
    batcher.submit("a", 0);
    for (int i = 1; i <= 3; i++) {
      int again = i + 10;
      batcher.submit("a", i).onComplete(done -> batcher.submit("a", again));
    }
    sent.get(0).answer().complete(List.of(0));
    sent.get(1).answer().complete(List.of(1, 2, 3));
    assertThat(sizes()).containsExactly(List.of(0), List.of(1, 2, 3), List.of(11, 12, 13));
  }

  @Test
  @DisplayName("what waits can be refused, and what comes later waits for no batch of before")
  void refusesWhatWaits() {
    Batcher<String, Integer, Integer> batcher = batcher(10, 1, 100);
    Future<Integer> underWay = batcher.submit("item", 1);
    Future<Integer> queued = batcher.submit("item", 2);
    List<Future<Integer>> retried = new ArrayList<>();
    queued.onFailure(refused -> retried.add(batcher.submit("item", 3)));

    batcher.refuseWaiting(new SeckillException(Outcome.DEGRADED, "silence"));

    assertThat(queued.cause()).hasMessage("silence");
    assertThat(underWay.isComplete()).isFalse();
    assertThat(sent).extracting(Sent::entries).containsExactly(List.of(1), List.of(3));
    sent.get(0).answer().complete(List.of(1));
    assertThat(underWay.result()).isEqualTo(1);
    batcher.submit("item", 4);
    assertThat(sent).hasSize(2);
    assertThat(batcher.waiting()).isEqualTo(1);
    sent.get(1).answer().complete(List.of(3));
    assertThat(retried.get(0).result()).isEqualTo(3);
    sent.get(2).answer().complete(List.of(4));
    assertThat(batcher.waiting()).isZero();
    assertThat(batcher.lanes()).isZero();
  }
}
