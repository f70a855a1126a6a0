package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static seckill.testkit.TestVertx.await;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.SettingsLoader;
import seckill.contract.Addresses;
import seckill.contract.QueueAnswer;
import seckill.contract.QueueBatch;
import seckill.contract.QueueReply;
import seckill.contract.QueueVisit;
import seckill.gateway.breaker.Breaker;
import seckill.gateway.breaker.BreakerSettings;
import seckill.gateway.breaker.CallWatch;
import seckill.gateway.room.QueueDesk;
import seckill.gateway.room.QueueSettings;

/** Measures what those who wait cost the gateway: {@code -Dseckill.room.size=1000000}. */
@ExtendWith(VertxExtension.class)
@EnabledIfSystemProperty(named = "seckill.room.size", matches = "[0-9]+")
class QueueMemoryTest {
  private static final Logger LOG = LoggerFactory.getLogger(QueueMemoryTest.class);
  private static final int WAVE = 10_000;
  private static final long FEW_BYTES = 8 << 20;

  @Test
  @DisplayName("the gateway keeps nothing about those who wait")
  void keepsNothing(Vertx vertx) {
    vertx
        .eventBus()
        .<Buffer>consumer(
            Addresses.QUEUE_LOOK,
            message ->
                message.reply(
                    QueueReply.toBuffer(
                        QueueBatch.fromBuffer(message.body()).visits().stream()
                            .<QueueAnswer>map(
                                visit ->
                                    new QueueAnswer.Waiting(1, 1, QueueAnswer.Chance.GOOD, 1000))
                            .toList())));
    JsonObject settings =
        new SettingsLoader("gateway")
            .load(
                new JsonObject().put("token", new JsonObject().put("secret", TestTokens.SECRET)),
                Map.of());
    Breaker breaker =
        new Breaker(BreakerSettings.of(settings), 2000, System::nanoTime, (state, why) -> {});
    QueueDesk desk =
        new QueueDesk(vertx, QueueSettings.of(settings), new CallWatch(vertx, breaker));
    int size = Integer.getInteger("seckill.room.size");
    wave(vertx, desk, 0);
    long before = usedHeap();
    for (int from = WAVE; from <= size; from += WAVE) {
      wave(vertx, desk, from);
    }
    long grown = usedHeap() - before;
    LOG.info("after {} users the heap has grown by {} bytes", size, grown);
    assertThat(grown).isLessThan(FEW_BYTES);
  }

  private static void wave(Vertx vertx, QueueDesk desk, int from) {
    Promise<Object> done = Promise.promise();
    vertx.runOnContext(
        go -> {
          List<Future<?>> answers = new ArrayList<>();
          for (int i = from; i < from + WAVE; i++) {
            answers.add(desk.look(1001, new QueueVisit("user-" + i, 0)));
          }
          Future.all(answers).<Object>mapEmpty().onComplete(done);
        });
    await(done.future());
  }

  private static long usedHeap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
