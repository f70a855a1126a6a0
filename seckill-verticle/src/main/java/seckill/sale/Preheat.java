package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.sale.PreheatStore.Answer;
import seckill.sale.reservation.ReservedUsers;

/**
 * Brings an item from the books into Redis and opens it.
 *
 * <p>May run at any time, often and on many nodes at once: a whole state is left alone, a lost or
 * damaged one is built from the books and the orders under way.
 */
final class Preheat {
  private static final Logger LOG = LoggerFactory.getLogger(Preheat.class);

  private final ItemRepository items;
  private final PreheatStore store;
  private final HolderRebuild holders;
  private final GateRepository gates;
  private final ReservedUsers reserved;
  private final EvictionPolicy eviction;

  Preheat(
      ItemRepository items,
      PreheatStore store,
      HolderRebuild holders,
      GateRepository gates,
      ReservedUsers reserved,
      EvictionPolicy eviction) {
    this.items = items;
    this.store = store;
    this.holders = holders;
    this.gates = gates;
    this.reserved = reserved;
    this.eviction = eviction;
  }

  /** Preheats: {@code {itemId, status, stock, alreadyActive}}. */
  Future<JsonObject> run(long itemId) {
    return eviction
        .requireNone()
        .compose(fit -> items.find(itemId))
        .compose(
            item -> {
              String building = UUID.randomUUID().toString();
              return store
                  .look(item, building)
                  .compose(
                      seen -> seen.word().equals("MISSING") ? build(item, building) : known(seen))
                  .compose(answer -> open(item, answer));
            });
  }

  private static Future<Answer> known(Answer answer) {
    return Future.succeededFuture(answer);
  }

  private Future<Answer> build(SaleItem item, String building) {
    return reserved
        .load(item.spec())
        .compose(loaded -> Future.all(holders.run(item), gates.saleStatus()))
        .compose(read -> store.build(item, building, read.<Long>resultAt(0), read.resultAt(1)));
  }

  private Future<JsonObject> open(SaleItem item, Answer answer) {
    return switch (answer.word()) {
      case "ACTIVE" ->
          reserved
              .complete(item.spec())
              .compose(complete -> announce(item, answer))
              .map(status -> reply(item, answer, status, true));
      case "BUILT" ->
          announce(item, answer)
              .compose(
                  status ->
                      release(item.itemId(), status, answer.detail())
                          .map(first -> reply(item, answer, status, !first)));
      default -> Future.failedFuture(refusal(item.itemId(), answer));
    };
  }

  // Before the item sells, so that no order lies in a stream that nobody looks for.
  private Future<String> announce(SaleItem item, Answer answer) {
    return items
        .opened(item.itemId(), answer.epoch())
        .compose(status -> store.announce(item.itemId()).map(status));
  }

  // The switch is read once the item is announced: a pause of all items from now on reaches it.
  private Future<Boolean> release(long itemId, String status, String building) {
    return gates
        .saleStatus()
        .compose(saleStatus -> store.open(itemId, status, saleStatus, building));
  }

  private static JsonObject reply(SaleItem item, Answer answer, String status, boolean active) {
    LOG.info(
        "item {} preheated: stock {}, epoch {}, {}",
        item.itemId(),
        answer.stock(),
        answer.epoch(),
        active ? "was active already" : status);
    return new JsonObject()
        .put("itemId", Long.toString(item.itemId()))
        .put("status", status)
        .put("stock", answer.stock())
        .put("alreadyActive", active);
  }

  private static SeckillException refusal(long itemId, Answer answer) {
    String item = "item " + itemId;
    return switch (answer.word()) {
      case "ENDED" -> new SeckillException(Outcome.ENDED, "the sale of " + item + " is over");
      case "WRONGTYPE" ->
          new SeckillException(
              Outcome.DEGRADED, "the key " + answer.detail() + " in Redis has the wrong type");
      case "OVERSOLD" ->
          new SeckillException(
              Outcome.CONFLICT,
              item + " has more holders (" + answer.detail() + ") than units; it stays closed");
      default ->
          new SeckillException(
              Outcome.DEGRADED, "Redis lost holders of " + item + " meanwhile; preheat it again");
    };
  }
}
