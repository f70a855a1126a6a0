package seckill.gateway.breaker;

import java.util.concurrent.TimeUnit;

/** The latest calls and whether they were faults; older ones than the window are forgotten. */
final class RecentCalls {
  private final long windowNanos;
  private final long[] nanos;
  private final boolean[] faulty;
  private int first;
  private int size;
  private int faults;

  RecentCalls(int maxCalls, long windowMillis) {
    this.windowNanos = TimeUnit.MILLISECONDS.toNanos(windowMillis);
    this.nanos = new long[maxCalls];
    this.faulty = new boolean[maxCalls];
  }

  void add(long nowNanos, boolean fault) {
    forgetOld(nowNanos);
    if (size == nanos.length) {
      forgetFirst();
    }
    int next = (first + size) % nanos.length;
    nanos[next] = nowNanos;
    faulty[next] = fault;
    size++;
    faults += fault ? 1 : 0;
  }

  int faults(long nowNanos) {
    forgetOld(nowNanos);
    return faults;
  }

  int size(long nowNanos) {
    forgetOld(nowNanos);
    return size;
  }

  private void forgetOld(long nowNanos) {
    while (size > 0 && nowNanos - nanos[first] >= windowNanos) {
      forgetFirst();
    }
  }

  private void forgetFirst() {
    faults -= faulty[first] ? 1 : 0;
    first = (first + 1) % nanos.length;
    size--;
  }
}
