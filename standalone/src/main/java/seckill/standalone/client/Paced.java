package seckill.standalone.client;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.function.Supplier;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.Waiting;

/** Makes calls one after the other, no faster than the gate allows; blocks. */
public final class Paced {
  private static final int TOO_MANY = 429;

  private Paced() {}

  /**
   * Makes a call, and makes it again for as long as it comes too soon.
   *
   * @param limit for each answer, and for all tries together
   * @param what it is about, for the message of a failure
   * @throws SaleException if there is no answer
   */
  public static Reply call(Supplier<Future<Reply>> call, Duration limit, String what) {
    long deadline = System.nanoTime() + limit.toNanos();
    Reply reply = Waiting.on(call.get(), limit, what);
    while (reply.status() == TOO_MANY && System.nanoTime() < deadline) {
      Waiting.pause(Duration.ofSeconds(Math.max(1, reply.retryAfterSeconds())));
      reply = Waiting.on(call.get(), limit, what);
    }
    return reply;
  }
}
