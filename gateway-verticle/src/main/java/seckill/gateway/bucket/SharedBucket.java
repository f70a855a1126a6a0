package seckill.gateway.bucket;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This gateway's part in the bucket that all gateways share; one for all event loops of a process.
 * Thread-safe.
 *
 * <p>Tokens are leased in chunks, the next one before the last is used up, so that most purchases
 * touch a counter and nothing else. One lease is under way at a time, and none while the bucket is
 * known to be empty. While it is out of reach this gateway lets a small rate through by itself.
 */
final class SharedBucket {
  /** What {@link #take} and {@link #await} say of a token taken. */
  static final long PASS = 0;

  /** The same while this gateway lets purchases through by itself. */
  static final long PASS_ALONE = -2;

  /** What {@link #take} says when only {@link #await} can tell. */
  static final long ASK = -1;

  /** What they say while no purchase passes at all. */
  static final long NEVER = Long.MAX_VALUE;

  private static final Logger LOG = LoggerFactory.getLogger(SharedBucket.class);

  private final Lease.Source source;
  private final LongSupplier nanoClock;
  private final Supplier<Promise<Long>> promises;
  private final LeasedTokens tokens = new LeasedTokens();
  private final AtomicBoolean leasing = new AtomicBoolean();
  private final ArrayDeque<Promise<Long>> waiting = new ArrayDeque<>();

  private volatile BucketSettings settings;
  private volatile LocalRate fallback;
  private volatile long emptyUntilNanos;
  private volatile long retryAtNanos;
  private volatile boolean away;

  /**
   * @param nanoClock a clock that only runs forward
   * @param promises makes promises that are completed on the caller's event loop
   */
  SharedBucket(
      BucketSettings settings,
      Lease.Source source,
      LongSupplier nanoClock,
      Supplier<Promise<Long>> promises) {
    this.source = source;
    this.nanoClock = nanoClock;
    this.promises = promises;
    configure(settings);
  }

  /** Goes on with other settings; tokens of the old ones are dropped. */
  synchronized void configure(BucketSettings next) {
    long now = nanoClock.getAsLong();
    BucketSettings former = settings;
    settings = next;
    tokens.clear();
    emptyUntilNanos = now;
    if (former == null
        || former.fallback() != next.fallback()
        || former.chunkMillis() != next.chunkMillis()) {
      fallback = new LocalRate(next.fallback(), nanos(next.chunkMillis()), now);
    }
  }

  /**
   * Takes a token.
   *
   * @return {@link #PASS}, {@link #PASS_ALONE}, {@link #ASK}, {@link #NEVER}, or after how many
   *     milliseconds to try again
   */
  long take() {
    long now = nanoClock.getAsLong();
    BucketSettings current = settings;
    long left = tokens.take(now);
    if (left < 0) {
      if (away && current.perSecond() > 0) {
        fetchAhead(now);
      }
      return withoutToken(current, now);
    }
    if (left < current.chunk() / 2) {
      fetchAhead(now);
    }
    return PASS;
  }

  private void fetchAhead(long now) {
    if (now - (away ? retryAtNanos : emptyUntilNanos) >= 0 && leasing.compareAndSet(false, true)) {
      lease();
    }
  }

  private long withoutToken(BucketSettings current, long now) {
    if (current.perSecond() == 0) {
      return NEVER;
    }
    if (away) {
      long early = fallback.pass(now);
      return early == 0 ? PASS_ALONE : millis(early);
    }
    long wait = emptyUntilNanos - now;
    return wait > 0 ? millis(wait) : ASK;
  }

  /** Takes a token of the lease under way, or of one that it asks for; like {@link #take}. */
  Future<Long> await() {
    Promise<Long> promise;
    synchronized (this) {
      long now = nanoClock.getAsLong();
      long answer = tokens.take(now) >= 0 ? PASS : withoutToken(settings, now);
      if (answer == ASK && waiting.size() >= settings.maxWaiting()) {
        answer = settings.timeoutMillis();
      }
      if (answer != ASK) {
        return Future.succeededFuture(answer);
      }
      promise = promises.get();
      waiting.add(promise);
    }
    if (leasing.compareAndSet(false, true)) {
      lease();
    }
    return promise.future();
  }

  private void lease() {
    BucketSettings current = settings;
    long want;
    synchronized (this) {
      want = current.atMost(current.chunk() + waiting.size());
    }
    ask(current, want).onComplete(done -> settle(current, want, done));
  }

  private Future<Lease> ask(BucketSettings current, long want) {
    try {
      return source.lease(current, want);
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }

  private void settle(BucketSettings asked, long want, AsyncResult<Lease> done) {
    List<Promise<Long>> served = new ArrayList<>();
    List<Long> answers = new ArrayList<>();
    boolean more;
    synchronized (this) {
      long now = nanoClock.getAsLong();
      // Tokens of a rate that holds no longer are not worth taking.
      if (asked == settings) {
        learn(asked, want, done, now);
      }
      long answer = next(now);
      while (!waiting.isEmpty() && answer != ASK) {
        served.add(waiting.poll());
        answers.add(answer);
        answer = next(now);
      }
      more = !waiting.isEmpty();
      leasing.set(more);
    }
    for (int i = 0; i < served.size(); i++) {
      served.get(i).complete(answers.get(i));
    }
    if (more) {
      lease();
    }
  }

  private long next(long now) {
    if (waiting.isEmpty()) {
      return ASK;
    }
    return tokens.take(now) >= 0 ? PASS : withoutToken(settings, now);
  }

  private void learn(BucketSettings asked, long want, AsyncResult<Lease> done, long now) {
    if (done.failed()) {
      if (!away) {
        LOG.warn(
            "the bucket of all gateways is out of reach; up to {}/s pass here meanwhile: {}",
            asked.fallback(),
            String.valueOf(done.cause().getMessage()));
      }
      retryAtNanos = now + nanos(asked.retryMillis());
      away = true;
      return;
    }
    if (away) {
      LOG.info("the bucket of all gateways is within reach again");
      away = false;
    }
    Lease lease = done.result();
    tokens.add(lease.granted(), now, nanos(asked.leaseMillis()));
    boolean empty = lease.granted() < want;
    emptyUntilNanos =
        now + nanos(empty ? Math.max(lease.nextMillis(), asked.pauseMillis()) : lease.nextMillis());
  }

  private static long nanos(long millis) {
    // Bounded, so that a point in time stays within the clock's numbers.
    return TimeUnit.MILLISECONDS.toNanos(Math.min(millis, TimeUnit.DAYS.toMillis(1)));
  }

  // Rounded up: who comes back when told finds a token.
  private static long millis(long nanos) {
    return (nanos + TimeUnit.MILLISECONDS.toNanos(1) - 1) / TimeUnit.MILLISECONDS.toNanos(1);
  }
}
