package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SlotsTest {

  @Test
  @DisplayName("no more tasks run at once than there are slots, and failures free theirs")
  void boundsTasks() {
    Slots slots = new Slots(2);
    List<Promise<Void>> running = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      slots.run(
          () -> {
            Promise<Void> task = Promise.promise();
            running.add(task);
            return task.future();
          });
    }

    assertThat(running).hasSize(2);
    running.get(0).complete();
    assertThat(running).hasSize(3);
    running.get(1).fail("failed");
    assertThat(running).hasSize(4);
    Future<Void> thrown =
        slots.run(
            () -> {
              throw new IllegalStateException("thrown");
            });
    running.get(2).complete();
    running.get(3).complete();
    running.get(4).complete();
    assertThat(thrown.failed()).isTrue();
    assertThat(slots.run(Future::succeededFuture).succeeded()).isTrue();
  }
}
