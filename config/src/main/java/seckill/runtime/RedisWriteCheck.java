package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import seckill.config.RedisSettings;

/**
 * Checks that Redis takes writes, by a harmless one: a PING is answered as well by a Redis that is
 * full (OOM), misses its replicas (NOREPLICAS) or has become a replica (READONLY).
 *
 * <p>Belongs to the event loop of its link. However often it is asked, it writes at most once per
 * {@code redis.writeCheckMillis}.
 */
public final class RedisWriteCheck {
  private static final String MARK = "1";
  private static final long MARK_LIVES_MILLIS = TimeUnit.MINUTES.toMillis(1);

  private final RedisLink redis;
  private final long everyNanos;
  private final LongSupplier nanoClock;
  private Future<Void> last;
  private RedisServer server;
  private long writtenNanos;

  public RedisWriteCheck(RedisLink redis, RedisSettings settings) {
    this(redis, settings.writeCheckMillis(), System::nanoTime);
  }

  RedisWriteCheck(RedisLink redis, long everyMillis, LongSupplier nanoClock) {
    this.redis = redis;
    this.everyNanos = TimeUnit.MILLISECONDS.toNanos(everyMillis);
    this.nanoClock = nanoClock;
  }

  /** Fails with what Redis says if it refused the last write, or does not answer. */
  public Future<Void> requireWritable() {
    long now = nanoClock.getAsLong();
    // What another server said, or this one before a connection was lost, is no news.
    boolean old = last == null || server != redis.server() || now - writtenNanos >= everyNanos;
    if (old && (last == null || last.isComplete())) {
      server = redis.server();
      writtenNanos = now;
      last = write();
    }
    return last;
  }

  private Future<Void> write() {
    return redis
        .send(
            Request.cmd(Command.SET)
                .arg(redis.keys().writeMark())
                .arg(MARK)
                .arg("PX")
                .arg(MARK_LIVES_MILLIS))
        .<Void>mapEmpty()
        .recover(
            cause ->
                Future.failedFuture(
                    cause instanceof RedisLinkException
                        ? cause
                        : new IllegalStateException(
                            "Redis refuses writes: " + cause.getMessage(), cause)));
  }
}
