package seckill.standalone.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import seckill.standalone.bench.report.PartResult;
import seckill.standalone.client.Reply;
import seckill.standalone.process.Loopback;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.Waiting;

/**
 * One more buyer during a load, on a thread of its own: presses, waits until the order is in MySQL,
 * and presses again as another user.
 */
final class Pressing implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final long LONGEST_MICROS = TimeUnit.SECONDS.toMicros(120);
  private static final int DIGITS = 3;
  private static final int NEIGHBOURHOOD = 0xf00000;

  private final SaleFloor floor;
  private final Buyers buyers;
  private final long itemId;
  private final Histogram answered = new Histogram(LONGEST_MICROS, DIGITS);
  private final Histogram landed = new Histogram(LONGEST_MICROS, DIGITS);
  private final Thread thread = new Thread(this::run, "bench-pressing");
  private volatile boolean over;
  private volatile Exception failure;

  Pressing(SaleFloor floor, Buyers buyers, long itemId) {
    this.floor = floor;
    this.buyers = buyers;
    this.itemId = itemId;
  }

  void start() {
    thread.start();
  }

  private void run() {
    try (LandedWatch watch = new LandedWatch(floor.vertx(), floor.mysqlUrl())) {
      // Connects before it measures.
      watch.version();
      for (int user = 0; !over; user++) {
        press(watch, user);
        Waiting.pause(PAUSE);
      }
    } catch (IOException | RuntimeException e) {
      failure = e;
    }
  }

  private void press(LandedWatch watch, int user) throws IOException {
    String token = buyers.readyUser(itemId);
    long start = System.nanoTime();
    Reply reply =
        Waiting.on(
            floor
                .api()
                .from(Loopback.addressOf(NEIGHBOURHOOD + user))
                .buyWithPass(Long.toString(itemId), token, buyers.crowd().pass()),
            LIMIT,
            "cannot press the button");
    record(answered, start);
    if (!"ACCEPTED".equals(reply.code())) {
      throw new SaleException("a purchase was answered " + reply.code());
    }
    watch.await(reply.orderId());
    record(landed, start);
  }

  private static void record(Histogram histogram, long startNanos) {
    long micros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - startNanos);
    histogram.recordValue(Math.min(micros, LONGEST_MICROS));
  }

  /** Stops, and adds what it saw. */
  void tell(PartResult result, String load) {
    close();
    if (failure != null) {
      throw new SaleException("one buyer among many: " + failure.getMessage(), failure);
    }
    double micros = TimeUnit.MILLISECONDS.toMicros(1);
    result.add(
        "ms from press to order row, p50, " + load, landed.getValueAtPercentile(50) / micros);
    result.add(
        "ms from press to order row, p99, " + load, landed.getValueAtPercentile(99) / micros);
    result.add(
        "ms from press to answer, p50, of the same buyer, " + load,
        answered.getValueAtPercentile(50) / micros);
  }

  @Override
  public void close() {
    over = true;
    try {
      thread.join(LIMIT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SaleException("interrupted", e);
    }
  }
}
