package seckill.standalone.rehearsal.gate;

import io.vertx.core.http.HttpMethod;
import java.util.Set;
import seckill.contract.Outcome;
import seckill.standalone.client.Reply;

/** Names for what scripts hear: the code of a refusal, or what a success means. */
final class Heard {
  static final String BOUGHT = "BOUGHT";
  static final String REGISTERED = "REGISTERED";
  static final String QUEUED = "QUEUED";
  static final String CHALLENGED = "CHALLENGED";
  static final String PASSED = "PASSED";
  static final String DONE = "DONE";
  static final Set<String> SUCCESSES = Set.of(BOUGHT, REGISTERED, QUEUED, CHALLENGED, PASSED, DONE);

  static final String LIMITED = "RATE_LIMITED";

  /** What the layers before the login tell anybody: how the sale, or the system, is. */
  static final Set<String> OF_THE_SALE =
      Set.of("SOLD_OUT", "PAUSED", "BUSY", "DEGRADED", "INTERNAL");

  private Heard() {}

  static String label(Call call, Reply reply) {
    // Only a holder hears an order id; an attempt whose end is not known is judged by the books.
    if (reply.orderId() != null && !reply.code().equals(Outcome.PENDING.name())) {
      return BOUGHT;
    }
    if (!reply.succeeded() || !reply.code().isEmpty()) {
      return Buyer.codeOf(reply);
    }
    String path = call.path();
    if (path.endsWith("/challenge")) {
      return call.method() == HttpMethod.GET ? CHALLENGED : PASSED;
    }
    if (call.method() == HttpMethod.POST && path.endsWith("/reservation")) {
      return REGISTERED;
    }
    return call.method() != HttpMethod.DELETE && path.endsWith("/queue") ? QUEUED : DONE;
  }
}
