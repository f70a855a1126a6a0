package seckill.standalone.lab.version;

import io.vertx.core.Future;
import java.util.List;
import seckill.runtime.Batcher;
import seckill.standalone.lab.redis.Line;

/**
 * The till's own script as the till calls it: what comes while calls are under way goes together
 * with the next one, over the connection of its first buyer.
 */
final class BatchedScript extends FullScript {
  // As the till has it, unless its settings say otherwise: sale.maxBatch and sale.maxInFlight.
  private static final int MAX_BATCH = 256;
  private static final int MAX_IN_FLIGHT = 2;

  private final Batcher<Long, Waiting, Answer> batcher =
      new Batcher<>(MAX_BATCH, MAX_IN_FLIGHT, Integer.MAX_VALUE, (item, batch) -> send(batch));

  private record Waiting(Line line, Press press) {}

  @Override
  public Future<Answer> buy(Line line, Press press) {
    return batcher.submit(LabKeys.ITEM_ID, new Waiting(line, press));
  }

  private static Future<List<Answer>> send(List<Waiting> batch) {
    return call(batch.get(0).line(), batch.stream().map(Waiting::press).toList());
  }
}
