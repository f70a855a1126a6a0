package seckill.sale.durability;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.testkit.TestVertx;

class BarrierTest {
  private final List<Promise<Boolean>> waits = new ArrayList<>();

  private Barrier barrier(long limitMillis, int maxWaiting) {
    return new Barrier(
        () -> {
          Promise<Boolean> wait = Promise.promise();
          waits.add(wait);
          return wait.future();
        },
        limitMillis,
        maxWaiting);
  }

  @Test
  @DisplayName("who comes while a wait is under way is only satisfied by the next one, all by one")
  void gathers() {
    Barrier barrier = barrier(60_000, 100);
    Future<Boolean> first = barrier.pass(1);
    Future<Boolean> second = barrier.pass(1);
    Future<Boolean> third = barrier.pass(1);
    assertThat(waits).hasSize(1);

    waits.get(0).complete(true);
    assertThat(first.result()).isTrue();
    assertThat(second.isComplete()).isFalse();
    assertThat(waits).hasSize(2);

    waits.get(1).complete(false);
    assertThat(second.result()).isFalse();
    assertThat(third.result()).isFalse();
    assertThat(waits).hasSize(2);
  }

  @Test
  @DisplayName("a wait that fails does not hold, and the next one is tried")
  void failures() {
    Barrier barrier = barrier(60_000, 100);
    Future<Boolean> first = barrier.pass(1);
    Future<Boolean> second = barrier.pass(1);
    waits.get(0).fail("lost");
    assertThat(first.result()).isFalse();
    waits.get(1).complete(true);
    assertThat(second.result()).isTrue();
  }

  @Test
  @DisplayName("nobody waits for longer than the limit")
  void isImpatient() {
    assertThat(TestVertx.await(barrier(20, 100).pass(60))).isFalse();
  }

  @Test
  @DisplayName("no more than the bound wait, and who has waited makes room")
  void isBounded() {
    Barrier barrier = barrier(60_000, 100);
    Future<Boolean> first = barrier.pass(60);
    assertThat(barrier.pass(41).result()).isFalse();
    waits.get(0).complete(true);
    assertThat(first.result()).isTrue();
    Future<Boolean> second = barrier.pass(100);
    assertThat(second.isComplete()).isFalse();
    waits.get(1).complete(true);
    assertThat(second.result()).isTrue();
  }
}
