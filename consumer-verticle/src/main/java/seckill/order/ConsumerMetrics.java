package seckill.order;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What the pen counts. */
final class ConsumerMetrics {
  private final MeterRegistry meters;
  private final Counter landed;
  private final Counter repeated;
  private final Counter deleted;
  private final Counter trimmed;
  private final Counter trimRounds;
  private final Counter retries;
  private final Timer retryWaits;
  private final DistributionSummary batchSize;
  private final Timer transactions;

  ConsumerMetrics(MeterRegistry meters) {
    this.meters = meters;
    this.landed =
        Counter.builder("seckill_orders_landed")
            .description("orders committed to MySQL")
            .register(meters);
    this.repeated =
        Counter.builder("seckill_orders_repeated")
            .description("messages whose order was in MySQL already")
            .register(meters);
    this.deleted =
        Counter.builder("seckill_orders_deleted")
            .description("entries that were deleted from the stream while they were pending")
            .register(meters);
    this.trimmed =
        Counter.builder("seckill_orders_trimmed")
            .description("settled entries removed from the streams")
            .register(meters);
    this.trimRounds =
        Counter.builder("seckill_trim_rounds")
            .description("times that all streams were looked through for settled entries")
            .register(meters);
    this.retries =
        Counter.builder("seckill_batch_retries")
            .description("batches tried again after a passing failure")
            .register(meters);
    this.retryWaits =
        Timer.builder("seckill_batch_retry_wait")
            .description("waits before a batch is tried again")
            .register(meters);
    this.batchSize =
        DistributionSummary.builder("seckill_batch_size")
            .description("orders per transaction")
            .register(meters);
    this.transactions =
        Timer.builder("seckill_transaction")
            .description("time of one transaction in MySQL")
            .register(meters);
    for (DeadReason reason : DeadReason.values()) {
      deadLetters(reason);
    }
  }

  void committed(int inserted, int found, Duration took) {
    landed.increment(inserted);
    repeated.increment(found);
    batchSize.record(inserted);
    transactions.record(took);
  }

  void deleted(int count) {
    deleted.increment(count);
  }

  void trimmed(int count) {
    trimmed.increment(count);
  }

  void trimRound() {
    trimRounds.increment();
  }

  /** A batch is tried again after a wait. */
  void retried(long waitMillis) {
    retries.increment();
    retryWaits.record(waitMillis, TimeUnit.MILLISECONDS);
  }

  void buried(DeadReason reason, int count) {
    deadLetters(reason).increment(count);
  }

  private Counter deadLetters(DeadReason reason) {
    return Counter.builder("seckill_dead_letters")
        .description("messages that could not become orders")
        .tag("reason", reason.name())
        .register(meters);
  }
}
