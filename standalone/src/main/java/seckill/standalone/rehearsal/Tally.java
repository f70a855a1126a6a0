package seckill.standalone.rehearsal;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Counts answers and their latencies while a rush is under way. */
public final class Tally {
  private static final long HIGHEST_MICROS = 600_000_000L;
  private static final int DIGITS = 3;

  private final Map<String, LongAdder> outcomes = new ConcurrentSkipListMap<>();
  private final Map<String, LongAdder> retries = new ConcurrentSkipListMap<>();
  private final Histogram latencies = new ConcurrentHistogram(HIGHEST_MICROS, DIGITS);
  private final LongAdder settled = new LongAdder();
  private final LongAdder sold = new LongAdder();
  private volatile long lastSoldNanos;

  public void latency(long nanos) {
    latencies.recordValue(Math.min(HIGHEST_MICROS, Math.max(1, nanos / 1000)));
  }

  /** The final answer to an attempt. */
  public void settled(String outcome) {
    outcomes.computeIfAbsent(outcome, name -> new LongAdder()).increment();
    settled.increment();
  }

  /** An answer after which the client tries again. */
  public void retried(String cause) {
    retries.computeIfAbsent(cause, name -> new LongAdder()).increment();
  }

  /** A user learnt for the first time that they hold an order. */
  public void sold() {
    lastSoldNanos = System.nanoTime();
    sold.increment();
  }

  public long settledCount() {
    return settled.sum();
  }

  public long soldCount() {
    return sold.sum();
  }

  public long lastSoldNanos() {
    return lastSoldNanos;
  }

  public Map<String, Long> outcomes() {
    return sums(outcomes);
  }

  public Map<String, Long> retries() {
    return sums(retries);
  }

  private static Map<String, Long> sums(Map<String, LongAdder> adders) {
    Map<String, Long> sums = new TreeMap<>();
    adders.forEach((name, adder) -> sums.put(name, adder.sum()));
    return sums;
  }

  /** The average latency. */
  public long meanNanos() {
    return (long) (latencies.getMean() * 1000);
  }

  /**
   * Latencies in microseconds, with those that were not measured because the client was waiting
   * filled in.
   *
   * @param intervalNanos how often each connection would have sent if nothing had held it up; 0 if
   *     latencies already count from the intended start
   */
  public Histogram corrected(long intervalNanos) {
    return intervalNanos == 0
        ? latencies.copy()
        : latencies.copyCorrectedForCoordinatedOmission(Math.max(1, intervalNanos / 1000));
  }
}
