package seckill.order.notice;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/** What the senders of notices count. */
final class NoticeMetrics {
  private final Counter sent;
  private final Counter failed;
  private final Counter givenUp;
  private final Timer tries;

  NoticeMetrics(MeterRegistry meters) {
    this.sent =
        Counter.builder("seckill_notices_sent")
            .description("notices that the receiver took")
            .register(meters);
    this.failed =
        Counter.builder("seckill_notices_failed")
            .description("tries to send a notice that failed")
            .register(meters);
    this.givenUp =
        Counter.builder("seckill_notices_given_up")
            .description("notices that will not be tried again by themselves")
            .register(meters);
    this.tries =
        Timer.builder("seckill_notice_try")
            .description("time of one try to send a notice")
            .register(meters);
  }

  void tried(Delivery delivery, long nanos) {
    (delivery.kind() == Delivery.Kind.SENT ? sent : failed).increment();
    tries.record(nanos, TimeUnit.NANOSECONDS);
  }

  void gaveUp(int count) {
    givenUp.increment(count);
  }
}
