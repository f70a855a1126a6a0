package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

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
}
