package seckill.standalone.client;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import seckill.contract.Outcome;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.Waiting;

/** Makes calls one after the other, no faster than the gate allows; blocks. */
public final class Paced {
  private static final int TOO_MANY = 429;

  /** Outcomes that say nothing about the thing asked for. */
  private static final Set<String> PASSING =
      Set.of(Outcome.DEGRADED.name(), Outcome.BUSY.name(), Outcome.PENDING.name());

  private Paced() {}

  /**
   * Makes a call, and makes it again for as long as it comes too soon.
   *
   * @param limit for each answer, and for all tries together
   * @param what it is about, for the message of a failure
   * @throws SaleException if there is no answer
   */
  public static Reply call(Supplier<Future<Reply>> call, Duration limit, String what) {
    return call(call, limit, what, reply -> reply.status() == TOO_MANY);
  }

  /**
   * Makes a call that does no harm when it is made twice, and makes it again for as long as it
   * comes too soon, or a store or a service is away.
   *
   * @param limit for each answer, and for all tries together
   * @param what it is about, for the message of a failure
   * @throws SaleException if there is no answer
   */
  public static Reply callUntilSettled(Supplier<Future<Reply>> call, Duration limit, String what) {
    return call(
        call, limit, what, reply -> reply.status() == TOO_MANY || PASSING.contains(reply.code()));
  }

  private static Reply call(
      Supplier<Future<Reply>> call, Duration limit, String what, Predicate<Reply> again) {
    long deadline = System.nanoTime() + limit.toNanos();
    Reply reply = Waiting.on(call.get(), limit, what);
    while (again.test(reply) && System.nanoTime() < deadline) {
      Waiting.pause(Duration.ofSeconds(Math.max(1, reply.retryAfterSeconds())));
      reply = Waiting.on(call.get(), limit, what);
    }
    return reply;
  }
}
