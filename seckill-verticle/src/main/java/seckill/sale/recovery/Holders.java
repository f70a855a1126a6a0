package seckill.sale.recovery;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.ItemKeys;
import seckill.contract.OrderIds;
import seckill.contract.OrderMessage;
import seckill.contract.UserIds;
import seckill.sale.recovery.StateReader.Entry;
import seckill.sale.recovery.StateReader.Holder;
import seckill.sale.recovery.StateReader.Receipt;

/**
 * Enters everybody who holds a unit of an item into Redis again, and nobody else.
 *
 * <p>Orders move from the orders stream to the books, or to the dead letters, while this reads. So
 * the streams come first: an order that has left a stream is found where it went. An order that the
 * books know counts as they say, wherever else it stands.
 *
 * <p>What names a user and an order holds a unit, however damaged it is otherwise: that user may
 * have heard yes. What names nobody that can be read holds none: nobody could ever claim it.
 */
final class Holders {
  private static final Logger LOG = LoggerFactory.getLogger(Holders.class);
  private static final List<String> FORMER = List.of("CANCELLED", "CLOSED", "REFUND_DUE");

  private final StateReader state;
  private final BuildingStore store;
  private final RecoveryBooks books;
  private final UnnamedHolders unnamed;

  Holders(StateReader state, BuildingStore store, RecoveryBooks books, UnnamedHolders unnamed) {
    this.state = state;
    this.store = store;
    this.books = books;
    this.unnamed = unnamed;
  }

  /** How many users hold a unit of an item as Redis has it; -1 if it cannot tell. */
  Future<Long> known(long itemId) {
    return state.holders(itemId);
  }

  /** What was found. */
  static final class Found {
    private long booked;
    private long unwritten;
    private long forgotten;
    private long brought;

    /** Holders that the books alone know are at least so many. */
    long atLeast() {
      return Math.max(0, booked - forgotten);
    }

    /** Holders by live orders. */
    long booked() {
      return booked;
    }

    /** Holders by entries of the streams and by open dead letters. */
    long unwritten() {
      return unwritten;
    }

    /** Users who were taken out, since the books say that their orders hold no unit. */
    long forgotten() {
      return forgotten;
    }

    /** Orders that were brought from another Redis. */
    long brought() {
      return brought;
    }
  }

  /**
   * Enters all holders.
   *
   * @param old another Redis that sold before and may hold orders that are not written; or null
   */
  Future<Found> enter(Building building, StateReader old) {
    Found found = new Found();
    ItemKeys keys = state.keys().of(building.itemId());
    return fromStream(building, keys.orders(), true, found)
        .compose(orders -> fromStream(building, keys.dead(), false, found))
        .compose(dead -> fromLetters(building, found))
        .compose(letters -> fromOrders(building, found))
        .compose(booked -> old == null ? none() : fromOther(building, old, found))
        .compose(other -> fromReceipts(building, found))
        .compose(receipts -> unnamed.forget(building))
        .onSuccess(gone -> found.forgotten += gone)
        .compose(gone -> lapsed(building))
        .compose(lapsed -> barred(building))
        .map(found);
  }

  private static Future<Void> none() {
    return Future.succeededFuture();
  }

  private Future<Void> fromStream(Building building, String stream, boolean overrule, Found found) {
    return PageLoop.run(
        StateReader.BEFORE_FIRST_ENTRY,
        after -> state.entries(stream, after),
        entries -> {
          List<Holder> named = new ArrayList<>(holders(entries, stream).keySet());
          return withUnit(named)
              .compose(
                  holders -> {
                    found.unwritten += holders.size();
                    return store.enter(building, holders, overrule);
                  });
        });
  }

  private Future<Void> fromOther(Building building, StateReader old, Found found) {
    String stream = state.keys().of(building.itemId()).orders();
    return PageLoop.run(
        StateReader.BEFORE_FIRST_ENTRY,
        after -> old.entries(stream, after),
        entries -> {
          Map<Holder, Entry> named = holders(entries, stream);
          return books
              .unwritten(named.keySet().stream().map(Holder::orderId).toList())
              .compose(
                  unwritten -> {
                    named.keySet().removeIf(holder -> !unwritten.contains(holder.orderId()));
                    return store.bring(building, named);
                  })
              .map(
                  brought -> {
                    found.brought += brought;
                    return null;
                  });
        });
  }

  private static Map<Holder, Entry> holders(List<Entry> entries, String stream) {
    Map<Holder, Entry> holders = new LinkedHashMap<>();
    for (Entry entry : entries) {
      String userId = entry.fields().get(OrderMessage.USER_ID);
      String orderId = entry.fields().get(OrderMessage.ORDER_ID);
      if (UserIds.isValid(userId) && OrderIds.isValid(orderId)) {
        holders.put(new Holder(userId, orderId), entry);
      } else {
        LOG.warn("an entry of {} names no user or no order and holds no unit", stream);
      }
    }
    return holders;
  }

  private Future<Void> fromLetters(Building building, Found found) {
    return PageLoop.run(
        0L,
        after -> books.openLetters(building.itemId(), after),
        letters ->
            withUnit(letters)
                .compose(
                    holders -> {
                      found.unwritten += holders.size();
                      return store.enter(building, holders, false);
                    }));
  }

  private Future<List<Holder>> withUnit(List<Holder> named) {
    return books
        .without(named.stream().map(Holder::orderId).toList())
        .map(
            without ->
                named.stream().filter(holder -> !without.containsKey(holder.orderId())).toList());
  }

  private Future<Void> fromOrders(Building building, Found found) {
    return PageLoop.run(
        Buffer.buffer(),
        after -> books.liveOrders(building.itemId(), after),
        holders -> {
          found.booked += holders.size();
          return store.enter(building, holders, true);
        });
  }

  // Whoever heard yes and is not in the books holds a unit; whoever gave it back does not.
  private Future<Void> fromReceipts(Building building, Found found) {
    return PageLoop.run(
        StateReader.FIRST_CURSOR,
        cursor -> state.receipts(building.itemId(), cursor),
        receipts ->
            books
                .without(receipts.stream().map(Receipt::orderId).toList())
                .compose(without -> sort(building, receipts, without, found)));
  }

  private Future<Void> sort(
      Building building, List<Receipt> receipts, Map<String, Boolean> without, Found found) {
    List<Holder> holders = new ArrayList<>(receipts.size());
    List<Holder> former = new ArrayList<>();
    for (Receipt receipt : receipts) {
      if (!UserIds.isValid(receipt.userId())) {
        LOG.warn("a receipt of item {} names no user and holds no unit", building.itemId());
        continue;
      }
      Boolean takes = without.get(receipt.orderId());
      boolean holds = takes == null || takes && receipt.isTakenAgain();
      (holds ? holders : former).add(new Holder(receipt.userId(), receipt.orderId()));
    }
    return store
        .forget(building, former)
        .onSuccess(gone -> found.forgotten += gone)
        .compose(gone -> store.enter(building, holders, false));
  }

  private Future<Void> lapsed(Building building) {
    Future<Void> chain = none();
    for (String status : FORMER) {
      chain =
          chain.compose(
              done ->
                  PageLoop.run(
                      RecoveryBooks.Former.FIRST,
                      after -> books.formerOrders(building.itemId(), status, after),
                      orderIds -> store.lapse(building, orderIds, List.of())));
    }
    return chain;
  }

  private Future<Void> barred(Building building) {
    return books
        .maxLapses(building.itemId())
        .compose(
            max ->
                max == 0
                    ? none()
                    : PageLoop.run(
                        Buffer.buffer(),
                        after -> books.barred(building.itemId(), max, after),
                        users -> store.lapse(building, List.of(), users)));
  }
}
