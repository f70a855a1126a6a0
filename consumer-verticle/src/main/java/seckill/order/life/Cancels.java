package seckill.order.life;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import seckill.contract.Addresses;
import seckill.contract.ItemIds;
import seckill.contract.Json;
import seckill.contract.OrderIds;
import seckill.contract.OrderStatus;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.contract.UserIds;
import seckill.order.life.Transitions.Release;

/**
 * Buyers give their orders back; an order that is still being written is waited for a moment. On
 * one event loop.
 */
final class Cancels {
  private static final String ORDER_ID = "orderId";
  private static final String USER_ID = "userId";
  private static final String ITEM_ID = "itemId";
  private static final Set<String> FIELDS = Set.of(ORDER_ID, USER_ID, ITEM_ID);

  private final Vertx vertx;
  private final LifeSettings settings;
  private final OrderBook book;
  private final Releases releases;
  private int waiting;

  Cancels(Vertx vertx, LifeSettings settings, OrderBook book, Releases releases) {
    this.vertx = vertx;
    this.settings = settings;
    this.book = book;
    this.releases = releases;
  }

  private record Wish(String orderId, String userId, Long itemId) {
    static Wish of(JsonObject json) {
      Json.requireOnly(json, FIELDS);
      return new Wish(
          OrderIds.require(Json.text(json, ORDER_ID)),
          UserIds.require(Json.text(json, USER_ID)),
          json.getValue(ITEM_ID) == null ? null : (Long) ItemIds.parse(json.getValue(ITEM_ID)));
    }

    JsonObject toJson() {
      JsonObject json = new JsonObject().put(ORDER_ID, orderId).put(USER_ID, userId);
      return itemId == null ? json : json.put(ITEM_ID, Long.toString(itemId));
    }
  }

  /**
   * Answers {@code {orderId, userId, itemId?}} with {@code {orderId, itemId, status, already}};
   * fails with NOT_FOUND, CONFLICT if the order is paid or under review, or PENDING if it is still
   * being written.
   */
  Future<JsonObject> cancel(JsonObject request) {
    Wish wish = Wish.of(request);
    return cancelIfWritten(wish)
        .compose(done -> done == null ? waitAndCancel(wish) : succeeded(done));
  }

  private Future<JsonObject> waitAndCancel(Wish wish) {
    if (waiting >= settings.maxWaiting()) {
      return Future.failedFuture(pending());
    }
    waiting++;
    return lookAgain(wish, settings.landingWaitMillis() / settings.landingPollMillis())
        .onComplete(done -> waiting--);
  }

  private Future<JsonObject> lookAgain(Wish wish, long looksLeft) {
    if (looksLeft == 0) {
      return Future.failedFuture(pending());
    }
    Promise<Void> pause = Promise.promise();
    vertx.setTimer(settings.landingPollMillis(), over -> pause.complete());
    return pause
        .future()
        .compose(over -> cancelIfWritten(wish))
        .compose(done -> done == null ? lookAgain(wish, looksLeft - 1) : succeeded(done));
  }

  private static Future<JsonObject> succeeded(JsonObject answer) {
    return Future.succeededFuture(answer);
  }

  /** The answer, or {@code null} if the order is still being written. */
  private Future<JsonObject> cancelIfWritten(Wish wish) {
    return book.find(wish.orderId())
        .compose(
            owner -> {
              if (owner == null) {
                return lookUpUnwritten(wish);
              }
              // Another user's order is as unknown to this one as none.
              return owner.userId().equals(Buffer.buffer(wish.userId()))
                  ? cancel(wish, owner)
                  : Future.failedFuture(notFound());
            });
  }

  private Future<JsonObject> cancel(Wish wish, OrderBook.Owner owner) {
    return releases
        .release(
            owner.itemId(),
            List.of(wish.orderId()),
            OrderStatus.CANCELLED,
            wish.userId(),
            "by its buyer")
        .map(
            released -> {
              Releases.Released order = released.get(0);
              if (order.release() == Release.REFUSED) {
                throw new SeckillException(
                    Outcome.CONFLICT, "this order is paid and cannot be cancelled here");
              }
              return answer(
                  wish, owner.itemId(), order.status(), order.release() == Release.BEFORE);
            });
  }

  private static JsonObject answer(Wish wish, long itemId, OrderStatus status, boolean already) {
    return new JsonObject()
        .put(ORDER_ID, wish.orderId())
        .put(ITEM_ID, Long.toString(itemId))
        .put("status", status.name())
        .put("already", already);
  }

  private Future<JsonObject> lookUpUnwritten(Wish wish) {
    return vertx
        .eventBus()
        .<JsonObject>request(
            Addresses.ORDER_GET,
            wish.toJson(),
            new DeliveryOptions().setSendTimeout(settings.lookupTimeoutMillis()))
        .recover(cause -> Future.failedFuture(told(cause)))
        .compose(
            reply -> {
              OrderStatus status = OrderStatus.valueOf(reply.body().getString("status"));
              return switch (status) {
                case UNDER_REVIEW ->
                    Future.failedFuture(
                        new SeckillException(
                            Outcome.CONFLICT,
                            "this order is under review and cannot be cancelled now"));
                case FAILED ->
                    Future.succeededFuture(
                        answer(wish, ItemIds.parse(reply.body().getValue(ITEM_ID)), status, true));
                default -> Future.succeededFuture();
              };
            });
  }

  private static SeckillException pending() {
    return new SeckillException(
        Outcome.PENDING, "this order is still being written; please try again in a moment");
  }

  private static Throwable told(Throwable cause) {
    return cause instanceof ReplyException reply
            && reply.failureType() == ReplyFailure.RECIPIENT_FAILURE
        ? new SeckillException(Outcome.ofFailureCode(reply.failureCode()), reply.getMessage())
        : new SeckillException(Outcome.DEGRADED, "orders cannot be looked up now");
  }

  private static SeckillException notFound() {
    return new SeckillException(Outcome.NOT_FOUND, "this user has no such order");
  }
}
