package seckill.standalone.rehearsal.gate;

import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import seckill.standalone.client.Reply;

/** How long a kind client waits before it tries again. */
final class Patience {
  private static final Set<String> WORTH_TRYING_AGAIN =
      Set.of(
          "PENDING",
          "BUSY",
          "DEGRADED",
          "PAUSED",
          "RATE_LIMITED",
          "NOT_STARTED",
          "INTERNAL",
          Visitor.NO_ANSWER);
  private static final int MIN_MILLIS = 50;
  private static final int MAX_DOUBLINGS = 4;

  private final Random random;
  private int failures;

  Patience(Random random) {
    this.random = random;
  }

  /** Whether an answer says that the same call may succeed later. */
  static boolean tryAgain(Reply reply) {
    return WORTH_TRYING_AGAIN.contains(reply.code());
  }

  /** Milliseconds to wait after such an answer: what it asks for, and a little by chance. */
  long pauseMillis(Reply reply) {
    int ceiling = MIN_MILLIS << Math.min(failures++, MAX_DOUBLINGS);
    long asked = TimeUnit.SECONDS.toMillis(reply.retryAfterSeconds());
    return Math.max(asked, ceiling) + random.nextInt(ceiling);
  }

  /** Something went well. */
  void renew() {
    failures = 0;
  }
}
