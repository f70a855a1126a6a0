package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

class BatcherTest {
  private final List<List<Integer>> sent = new ArrayList<>();
  private final List<Promise<List<Integer>>> answers = new ArrayList<>();

  private Batcher<String, Integer, Integer> batcher(int batch, int inFlight, int waiting) {
    return new Batcher<>(
        batch,
        inFlight,
        waiting,
        (key, values) -> {
          sent.add(values);
          Promise<List<Integer>> answer = Promise.promise();
          answers.add(answer);
          return answer.future();
        });
  }

  private static List<Integer> numbers(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  @Test
  @DisplayName("entries that arrive together go together, and over the batch limit in order")
  void splitsInOrder() {
    Batcher<String, Integer, Integer> batcher = batcher(4, 2, 100);
    List<Future<Integer>> results = batcher.submitAll("a", numbers(0, 10));

    assertThat(sent).containsExactly(numbers(0, 4), numbers(4, 8));
    answers.get(0).complete(sent.get(0));
    assertThat(sent.get(2)).isEqualTo(numbers(8, 10));
    assertThat(results.get(3).result()).isEqualTo(3);
    assertThat(results.get(4).isComplete()).isFalse();
  }

  @Test
  @DisplayName("what is over the waiting limit is BUSY at once, the rest is not")
  void refusesOverTheLimit() {
    Batcher<String, Integer, Integer> batcher = batcher(4, 1, 3);
    List<Future<Integer>> results = batcher.submitAll("a", numbers(0, 9));

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
  @DisplayName("a lone entry goes at once and its failure is its own")
  void loneEntry() {
    Batcher<String, Integer, Integer> batcher = batcher(4, 1, 3);
    Future<Integer> first = batcher.submit("a", 1);
    Future<Integer> second = batcher.submit("b", 2);

    answers.get(0).fail("lost");
    assertThat(first.failed()).isTrue();
    answers.get(1).complete(List.of(2));
    assertThat(second.result()).isEqualTo(2);
  }

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
}
