package seckill.standalone.client;

import java.time.Duration;
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
    long deadline = System.nanoTime() + limit.toNanos();
    Reply reply = ask(itemId, limit);
    while (reply.status() == UNDER_WAY && System.nanoTime() < deadline) {
      Waiting.pause(ASK_AGAIN);
      reply = ask(itemId, limit);
    }
    return reply;
  }

  private Reply ask(String itemId, Duration limit) {
    return Paced.call(() -> api.reconcile(itemId), limit, "cannot reconcile item " + itemId);
  }
}
