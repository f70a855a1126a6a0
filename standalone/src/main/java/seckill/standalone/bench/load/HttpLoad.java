package seckill.standalone.bench.load;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * Sends requests at a pace over a fixed number of connections, on the calling thread. A latency
 * counts from the moment that its request was due: a request that no free connection was there for
 * has waited, too, so that a server that stands still is not asked less and praised for it.
 */
public final class HttpLoad {
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int DIGITS = 3;
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
  private static final long SELECT_FROM_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final int FIRST_REFUSAL = 400;

  private final Pace pace;
  private final Supplier<byte[]> requests;
  private final Deque<Exchange> idle = new ArrayDeque<>();
  private final Histogram latency = new Histogram(LONGEST_NANOS, DIGITS);
  private long startNanos;
  private long endNanos;
  private long sent;
  private long refused;
  private long lastNanos;

  /**
   * A load that can run once.
   *
   * @param requests whole HTTP requests, one after the other
   */
  public HttpLoad(Pace pace, Supplier<byte[]> requests) {
    this.pace = pace;
    this.requests = requests;
  }

  /**
   * Runs until everything that was due within the time is answered, or was given up.
   *
   * @return what was answered; {@code wrapped} is 0
   */
  public LoadResult run(int port, int connections, int seconds) throws IOException {
    List<Exchange> all = new ArrayList<>();
    try (Selector selector = Selector.open()) {
      for (int i = 0; i < connections; i++) {
        all.add(new Exchange(port, selector));
      }
      idle.addAll(all);
      startNanos = System.nanoTime();
      lastNanos = startNanos;
      endNanos = startNanos + TimeUnit.SECONDS.toNanos(seconds);
      while (!isOver(all.size())) {
        send();
        await(selector);
        receive(selector);
      }
    } finally {
      for (Exchange exchange : all) {
        exchange.close();
      }
    }
    return result();
  }

  private boolean isOver(int connections) {
    long now = System.nanoTime();
    boolean nothingLeft = idle.size() == connections && nextDue(now) >= endNanos;
    return nothingLeft || now >= endNanos + GRACE_NANOS;
  }

  private long nextDue(long now) {
    return pace.dueNanos(sent, startNanos, now);
  }

  private void send() throws IOException {
    while (!idle.isEmpty()) {
      long now = System.nanoTime();
      long due = nextDue(now);
      if (due > now || due >= endNanos) {
        return;
      }
      sent++;
      idle.poll().send(requests.get(), due);
    }
  }

  // A selector wakes up a millisecond late, so short waits are slept, and looked after between.
  private void await(Selector selector) throws IOException {
    long now = System.nanoTime();
    long left = Math.min(nextDue(now), endNanos) - now;
    if (idle.isEmpty() || left >= SELECT_FROM_NANOS || now >= endNanos) {
      selector.select(1);
    } else {
      if (selector.selectNow() == 0 && left > 0) {
        LockSupport.parkNanos(Math.min(left, NAP_NANOS));
      }
    }
  }

  private void receive(Selector selector) throws IOException {
    if (selector.selectedKeys().isEmpty()) {
      selector.selectNow();
    }
    for (SelectionKey key : selector.selectedKeys()) {
      Exchange exchange = (Exchange) key.attachment();
      boolean asked = exchange.isAsking();
      int status = exchange.read();
      if (asked && status != 0) {
        answered(exchange, status);
        idle.add(exchange);
      }
    }
    selector.selectedKeys().clear();
  }

  private void answered(Exchange exchange, int status) {
    if (status < 0) {
      // Counted as not answered.
      return;
    }
    lastNanos = System.nanoTime();
    latency.recordValue(Math.min(lastNanos - exchange.dueNanos(), LONGEST_NANOS));
    if (status >= FIRST_REFUSAL) {
      refused++;
    }
  }

  private LoadResult result() {
    long answered = latency.getTotalCount();
    long due = sent;
    while (nextDue(endNanos) < endNanos) {
      sent++;
    }
    long unsent = sent - due;
    long spent = Math.max(1, Math.max(lastNanos, endNanos) - startNanos);
    return new LoadResult(
        answered,
        answered * (double) TimeUnit.SECONDS.toNanos(1) / spent,
        refused,
        due - answered + unsent,
        micros(50),
        micros(99),
        micros(99.9),
        TimeUnit.NANOSECONDS.toMicros(latency.getMaxValue()),
        0);
  }

  private long micros(double percentile) {
    return TimeUnit.NANOSECONDS.toMicros(latency.getValueAtPercentile(percentile));
  }
}
