package seckill.sale.recovery;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import seckill.sale.recovery.EndedOrders.Ended;
import seckill.sale.recovery.StateReader.Holder;

/**
 * Tells whose units those are that Redis holds for users without a receipt, once everybody whom
 * books, streams and letters name has one again.
 *
 * <p>A user buys again only after the unit of the last order was given back. So one whose order has
 * ended and gave none back holds that order's unit; with any other, an order was lost that the user
 * heard yes for, and the unit stays.
 */
final class UnnamedHolders {
  private static final String NO_ORDER = "";
  private static final String TAKEN = "|taken.";

  private final StateReader state;
  private final BuildingStore store;
  private final EndedOrders orders;

  UnnamedHolders(StateReader state, BuildingStore store, EndedOrders orders) {
    this.state = state;
    this.store = store;
    this.orders = orders;
  }

  /** Takes those out whose orders hold no unit any more; tells how many there were. */
  Future<Long> forget(Building building) {
    return state
        .hasUnnamed(building.itemId())
        .compose(
            unnamed -> unnamed ? forgetAll(building, new Count()) : Future.succeededFuture(0L));
  }

  private static final class Count {
    private long forgotten;
  }

  private Future<Long> forgetAll(Building building, Count count) {
    return PageLoop.run(
            StateReader.FIRST_CURSOR,
            cursor -> state.unnamed(building.itemId(), cursor),
            users ->
                users.isEmpty()
                    ? Future.succeededFuture()
                    : orders
                        .of(building.itemId(), users)
                        .compose(ended -> sort(building, ended, count)))
        .map(done -> count.forgotten);
  }

  private Future<Void> sort(Building building, Map<String, List<Ended>> ended, Count count) {
    List<String> orderIds =
        ended.values().stream().flatMap(List::stream).map(Ended::orderId).toList();
    return state
        .returnedAmong(building.itemId(), orderIds)
        .compose(
            returned -> {
              List<Holder> holders = new ArrayList<>();
              List<Holder> former = new ArrayList<>();
              ended.forEach((user, all) -> sort(user, all, returned, holders, former));
              return store
                  .forget(building, former)
                  .onSuccess(gone -> count.forgotten += gone)
                  .compose(gone -> store.enter(building, holders, false));
            });
  }

  private static void sort(
      String user,
      List<Ended> ended,
      Set<String> returned,
      List<Holder> holders,
      List<Holder> former) {
    for (Ended order : ended) {
      if (returned.contains(order.orderId())) {
        continue;
      }
      if (order.takenBy() == null) {
        former.add(new Holder(user, NO_ORDER));
      } else {
        holders.add(new Holder(user, order.orderId() + TAKEN + order.takenBy()));
      }
      return;
    }
  }
}
