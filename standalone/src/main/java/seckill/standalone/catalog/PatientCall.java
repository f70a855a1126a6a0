package seckill.standalone.catalog;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.function.Supplier;
import seckill.standalone.client.Reply;
import seckill.standalone.process.Waiting;

/** Asks the API, and asks again a little later when told to slow down. */
public final class PatientCall {
  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final int TOO_MANY_REQUESTS = 429;

  private PatientCall() {}

  /**
   * The answer to a request; the last one if all that came within the limit asked for patience.
   *
   * @param limit for each answer, and for all of them together
   * @param what it is about, for the message of a failure
   */
  public static Reply on(Supplier<Future<Reply>> request, Duration limit, String what) {
    long begin = System.nanoTime();
    Reply reply = Waiting.on(request.get(), limit, what);
    while (reply.status() == TOO_MANY_REQUESTS && System.nanoTime() - begin < limit.toNanos()) {
      Waiting.pause(PAUSE);
      reply = Waiting.on(request.get(), limit, what);
    }
    return reply;
  }
}
