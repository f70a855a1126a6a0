package seckill.standalone.client;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.function.Supplier;
import seckill.standalone.process.Waiting;

/** Asks the auditor for a report; blocks. */
public final class Reconciliation {
  private static final int UNDER_WAY = 409;
  private static final Duration ASK_AGAIN = Duration.ofMillis(250);

  private final SaleApi api;

  public Reconciliation(SaleApi api) {
    this.api = api;
  }

  /**
   * Reconciles an item. The auditor makes one run at a time, its regular ones included, so this
   * waits for its turn.
   *
   * @param limit for the turn, and then for the answer
   * @return the report, or the last refusal
   */
  public Reply run(String itemId, Duration limit) {
    return inTurn(() -> api.reconcile(itemId), itemId, limit);
  }

  /** The same, and mends what can be mended safely. */
  public Reply repair(String itemId, Duration limit) {
    return inTurn(() -> api.repair(itemId), itemId, limit);
  }

  private static Reply inTurn(Supplier<Future<Reply>> request, String itemId, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    Reply reply = ask(request, itemId, limit);
    while (reply.status() == UNDER_WAY && System.nanoTime() < deadline) {
      Waiting.pause(ASK_AGAIN);
      reply = ask(request, itemId, limit);
    }
    return reply;
  }

  private static Reply ask(Supplier<Future<Reply>> request, String itemId, Duration limit) {
    return Paced.call(request, limit, "cannot reconcile item " + itemId);
  }
}
