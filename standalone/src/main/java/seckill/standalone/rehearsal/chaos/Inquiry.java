package seckill.standalone.rehearsal.chaos;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import seckill.standalone.client.Reply;

/** Lets every buyer ask for the result once all is quiet, a few at a time. */
final class Inquiry {
  private static final int AT_ONCE = 32;
  private static final long AGAIN_MILLIS = 200;
  private static final int OK = 200;
  private static final String NOT_FOUND = "NOT_FOUND";

  /** What stands for no order. */
  static final String NONE = "";

  private final Vertx vertx;
  private final Crowd crowd;
  private final long deadline;
  private final Queue<Buyer> waiting;
  private final Map<String, String> results = new HashMap<>();
  private final Promise<Map<String, String>> over = Promise.promise();
  private int asking;

  private Inquiry(Vertx vertx, Crowd crowd, Collection<Buyer> buyers, Duration limit) {
    this.vertx = vertx;
    this.crowd = crowd;
    this.deadline = System.nanoTime() + limit.toNanos();
    this.waiting = new ArrayDeque<>(buyers);
  }

  /**
   * Asks for all.
   *
   * @param limit after which no answer is waited for
   * @return the order id of each user, {@link #NONE} for no order; who got no answer is missing
   */
  static Future<Map<String, String>> of(Vertx vertx, Crowd crowd, Duration limit) {
    Inquiry inquiry = new Inquiry(vertx, crowd, crowd.all(), limit);
    crowd.onLoop(inquiry::pump);
    return inquiry.over.future();
  }

  private void pump() {
    while (asking < AT_ONCE && !waiting.isEmpty()) {
      asking++;
      ask(waiting.remove());
    }
    if (asking == 0) {
      over.tryComplete(results);
    }
  }

  private void ask(Buyer buyer) {
    crowd
        .counter()
        .mine(buyer)
        .onComplete(
            answer -> {
              if (answer.succeeded() && isResult(buyer, answer.result())
                  || System.nanoTime() - deadline > 0) {
                asking--;
                pump();
              } else {
                vertx.setTimer(AGAIN_MILLIS, again -> ask(buyer));
              }
            });
  }

  private boolean isResult(Buyer buyer, Reply reply) {
    if (reply.status() == OK && reply.orderId() != null) {
      results.put(buyer.userId(), reply.orderId());
      return true;
    }
    if (reply.code().equals(NOT_FOUND)) {
      results.put(buyer.userId(), NONE);
      return true;
    }
    return false;
  }
}
