package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.VertxException;
import io.vertx.redis.client.impl.types.ErrorType;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.SeckillException;

/**
 * Tells those who ask of a failure by a code. What stores and drivers say of it, statements and
 * addresses included, is for the log alone, beside the same code.
 */
public final class StoreFaults {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFaults.class);
  private static final Pattern REDIS_WORD = Pattern.compile("[A-Z]{2,16}(?= |$)");

  /** What a future fails with that was failed with a sentence: no driver's, but ours. */
  private static final Class<?> OWN_WORDS = Future.failedFuture("").cause().getClass();

  /** One line per code and so long; a fault stands for thousands of requests. */
  private static final long QUIET_NANOS = 1_000_000_000L;

  private static final Map<String, Long> LOGGED = new ConcurrentHashMap<>();

  private StoreFaults() {}

  /**
   * The code of a failure: {@code MYSQL-} or {@code REDIS-} and the error, or {@code AWAY} for no
   * answer; {@code FAULT} for everything else.
   */
  public static String codeOf(Throwable cause) {
    int error = MySqlLink.errorCode(cause);
    if (error != 0) {
      return "MYSQL-" + error;
    }
    if (cause instanceof RedisLinkException) {
      return "REDIS-AWAY";
    }
    if (cause instanceof ErrorType) {
      Matcher word = REDIS_WORD.matcher(String.valueOf(cause.getMessage()));
      return "REDIS-" + (word.lookingAt() ? word.group() : "ERR");
    }
    boolean silent =
        cause instanceof VertxException
            || cause instanceof IOException
            || cause instanceof TimeoutException;
    return silent ? "MYSQL-AWAY" : "FAULT";
  }

  /**
   * A failure in words that anybody may hear: those of a refusal as they are, of everything else
   * the code, under which the log has the rest.
   */
  public static String words(Throwable cause) {
    if (cause instanceof SeckillException || OWN_WORDS.isInstance(cause)) {
      return cause.getMessage();
    }
    String code = codeOf(cause);
    log(code, cause);
    return "error " + code + "; the log says more";
  }

  private static void log(String code, Throwable cause) {
    long now = System.nanoTime();
    Long last = LOGGED.get(code);
    if (last == null || now - last >= QUIET_NANOS) {
      LOGGED.put(code, now);
      LOG.warn("{}: {}", code, String.valueOf(cause));
    }
  }
}
