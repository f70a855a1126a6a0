package seckill.sale.reservation;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import seckill.contract.Addresses;
import seckill.contract.ItemSpec;
import seckill.contract.Json;
import seckill.contract.UserIds;
import seckill.sale.BusDoor;
import seckill.sale.Requests;

/** What users ask about their registrations. */
public final class ReservationDesk {
  private final Reservations reservations;

  /**
   * @param items an item by its id, drafts included; fails with NOT_FOUND
   * @param missed hears of an item whose new users MySQL has and Redis may have missed
   */
  public ReservationDesk(
      LongFunction<Future<ItemSpec>> items,
      ReservedUsers users,
      LongConsumer missed,
      Clock clock,
      Limits limits) {
    this.reservations = new Reservations(items, users, missed, clock, limits);
  }

  public void openAt(BusDoor door) {
    door.serve(Addresses.RESERVATION_MAKE, body -> answer(body, reservations::make));
    door.serve(Addresses.RESERVATION_GET, body -> answer(body, reservations::get));
    door.serve(Addresses.RESERVATION_CANCEL, body -> answer(body, reservations::cancel));
  }

  private interface Action {
    Future<JsonObject> apply(long itemId, String userId);
  }

  private static Future<JsonObject> answer(Object body, Action action) {
    long itemId = Requests.itemId(body);
    String userId = UserIds.require(Json.text(Requests.json(body), "userId"));
    return action.apply(itemId, userId).map(reply -> reply.put("itemId", Long.toString(itemId)));
  }
}
