package seckill.sale.reservation;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import seckill.contract.ItemGate;
import seckill.contract.ItemSpec;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.Batcher;

/**
 * Registers users for items, between two instants, and takes registrations back.
 *
 * <p>MySQL comes first: what stands there and not yet in Redis is entered soon, by whoever holds
 * Redis to MySQL. A registration that is taken back and could not be taken out of Redis has to be
 * taken back once more, as the answer says.
 */
final class Reservations {
  private final LongFunction<Future<ItemSpec>> items;
  private final ReservationBook book;
  private final ReservedUsers users;
  private final LongConsumer missed;
  private final Clock clock;
  private final Batcher<Long, String, JsonObject> batcher;

  Reservations(
      LongFunction<Future<ItemSpec>> items,
      ReservedUsers users,
      LongConsumer missed,
      Clock clock,
      Limits limits) {
    this.items = items;
    this.book = users.book();
    this.users = users;
    this.missed = missed;
    this.clock = clock;
    this.batcher =
        new Batcher<>(limits.maxBatch(), limits.maxInFlight(), limits.maxWaiting(), this::register);
  }

  /** Registers a user: {@code {reserved: true}}, or why not: {@code {code, startAt?}}. */
  Future<JsonObject> make(long itemId, String userId) {
    return batcher.submit(itemId, userId).map(JsonObject::copy);
  }

  private Future<List<JsonObject>> register(long itemId, List<String> userIds) {
    Instant now = clock.instant();
    return items
        .apply(itemId)
        .compose(
            item -> {
              JsonObject refusal = refusal(item, now);
              return refusal != null
                  ? Future.succeededFuture(refusal)
                  : book.add(itemId, userIds, now)
                      .compose(
                          booked ->
                              users.enter(item, userIds).onFailure(cause -> missed.accept(itemId)))
                      .map(entered -> reserved(true));
            })
        .map(reply -> Collections.nCopies(userIds.size(), reply));
  }

  /** Takes a registration back, while one may register: {@code {reserved: false}}. */
  Future<JsonObject> cancel(long itemId, String userId) {
    return items
        .apply(itemId)
        .compose(
            item -> {
              JsonObject refusal = refusal(item, clock.instant());
              return refusal != null
                  ? Future.succeededFuture(refusal)
                  : book.remove(itemId, userId)
                      .compose(removed -> users.remove(itemId, userId))
                      .map(gone -> reserved(false));
            });
  }

  /** Whether a user is registered: {@code {reserved, reservedAt?}}. */
  Future<JsonObject> get(long itemId, String userId) {
    return book.find(itemId, userId)
        .map(at -> at == null ? reserved(false) : reserved(true).put("reservedAt", at.toString()));
  }

  private static JsonObject reserved(boolean is) {
    return new JsonObject().put("reserved", is);
  }

  private static JsonObject refusal(ItemSpec item, Instant now) {
    ItemGate.Reservation when = item.gate().reservation();
    if (when == null) {
      throw new SeckillException(
          Outcome.CONFLICT, "item " + item.itemId() + " is open to all; nobody has to register");
    }
    if (now.isBefore(when.from())) {
      return new JsonObject()
          .put("code", Outcome.NOT_STARTED.name())
          .put("startAt", when.from().toString());
    }
    return now.isBefore(when.until()) ? null : new JsonObject().put("code", Outcome.ENDED.name());
  }
}
