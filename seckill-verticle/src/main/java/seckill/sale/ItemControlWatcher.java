package seckill.sale;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.ItemGate;
import seckill.runtime.StoreFaults;
import seckill.sale.ItemControlStore.Answer;
import seckill.sale.ItemControlStore.Word;
import seckill.sale.reservation.ReservedUsers;

/**
 * Holds Redis to what MySQL says of items on sale (status, gate, the switch for all): tells what
 * Redis missed while it was away or refused writes, or forgot when it was set back.
 *
 * <p>Each look tells all items that have changed or could not be told, and some others. From the
 * moment Redis is back until it was told, purchases of items that MySQL says are paused are held
 * back.
 */
final class ItemControlWatcher {
  private static final Logger LOG = LoggerFactory.getLogger(ItemControlWatcher.class);

  /** Looks in a row when Redis and MySQL had to be settled; more wait for the next time. */
  private static final int ROUNDS = 3;

  private final ItemCatalog catalog;
  private final ItemControlStore store;
  private final UnstoredChanges unstored;
  private final ReservedUsers reserved;
  private final AllItems allItems;
  private final int perLook;
  private final Map<Long, Controls> told = new HashMap<>();
  private final ConcurrentSkipListMap<Long, String> behind = new ConcurrentSkipListMap<>();
  private final Set<Long> usersMissed = new HashSet<>();
  private Future<Void> looking;
  private boolean again;
  private boolean failing;
  private int next;
  private int returns = 1;
  private int lookedAfter;

  private record Controls(long revision, String status, ItemGate gate, SaleSwitch all) {
    static Controls of(SaleItem item, SaleSwitch all) {
      return new Controls(item.revision(), item.status(), item.spec().gate(), all);
    }
  }

  /**
   * @param perLook items that are looked at in one go, though nothing is known to differ
   */
  ItemControlWatcher(
      ItemCatalog catalog,
      ItemControlStore store,
      UnstoredChanges unstored,
      ReservedUsers reserved,
      AllItems allItems,
      int perLook) {
    this.catalog = catalog;
    this.store = store;
    this.unstored = unstored;
    this.reserved = reserved;
    this.allItems = allItems;
    this.perLook = perLook;
  }

  /** Says that Redis is there again, and may have missed or forgotten something. */
  void redisIsBack() {
    returns++;
    told.clear();
    mend();
  }

  /** Says that Redis may have missed users who registered for an item. */
  void missedUsers(long itemId) {
    usersMissed.add(itemId);
    told.remove(itemId);
  }

  /** Whether purchases of an item are held back, since Redis may not know that it is paused. */
  boolean holdsBack(long itemId) {
    return (lookedAfter != returns || behind.containsKey(itemId)) && catalog.isPaused(itemId);
  }

  /** Counts the items that could not be told. */
  Gauge register(MeterRegistry meters) {
    // All event loops of a process see the same Redis; the first one's count is shown.
    return Gauge.builder("seckill_items_behind", behind, Map::size)
        .description("items of which Redis does not know yet what MySQL says (status, gate)")
        .register(meters);
  }

  /** Adds to what is told of the switches which items could not be told. */
  JsonObject addBehind(JsonObject switches) {
    if (behind.isEmpty()) {
      return switches;
    }
    JsonArray ids = new JsonArray();
    behind.keySet().forEach(itemId -> ids.add(Long.toString(itemId)));
    return switches.put("behind", ids);
  }

  /** Fails while Redis is known not to hold what MySQL says of an item. */
  Future<Void> requireTold() {
    if (behind.isEmpty()) {
      return Future.succeededFuture();
    }
    Map.Entry<Long, String> first = behind.entrySet().iterator().next();
    return Future.failedFuture(
        "items of which Redis does not know yet what MySQL says (status, gate): "
            + behind.size()
            + ", the first is "
            + first.getKey()
            + ": "
            + first.getValue());
  }

  /** Looks at what the catalog has read last; who asks meanwhile has it looked at once more. */
  Future<Void> mend() {
    if (looking != null) {
      again = true;
      return looking;
    }
    Future<Void> look = rounds(ROUNDS).onComplete(done -> complain(done.cause()));
    if (!look.isComplete()) {
      looking = look;
      look.onComplete(
          done -> {
            looking = null;
            if (again) {
              again = false;
              mend();
            }
          });
    }
    return look;
  }

  private Future<Void> rounds(int left) {
    int looked = returns;
    UnstoredChanges.Found found = new UnstoredChanges.Found();
    return allItems
        .each(choose(), item -> tell(item, looked, found))
        .onSuccess(done -> lookedAfter = looked)
        .transform(
            done ->
                found.isEmpty() || left == 1
                    ? ended(done.cause())
                    : unstored
                        .settle(found)
                        .compose(settled -> catalog.refreshAnew())
                        .compose(read -> rounds(left - 1)));
  }

  private static Future<Void> ended(Throwable cause) {
    return cause == null ? Future.succeededFuture() : Future.failedFuture(cause);
  }

  private void complain(Throwable cause) {
    if (cause != null && !failing) {
      LOG.warn("cannot tell Redis what MySQL says of items: {}", cause.getMessage());
    }
    failing = cause != null;
  }

  private List<SaleItem> choose() {
    List<SaleItem> items = catalog.items();
    List<Long> ids = catalog.itemIds();
    told.keySet().retainAll(ids);
    behind.keySet().retainAll(ids);
    List<SaleItem> chosen = new ArrayList<>(items.stream().filter(this::isNews).toList());
    int others = Math.min(perLook, items.size()) - chosen.size();
    for (int i = 0; i < others; i++) {
      chosen.add(items.get(next++ % items.size()));
    }
    next = items.isEmpty() ? 0 : next % items.size();
    return chosen;
  }

  private boolean isNews(SaleItem item) {
    return !Controls.of(item, catalog.saleSwitch()).equals(told.get(item.itemId()));
  }

  private Future<Void> tell(SaleItem item, int looked, UnstoredChanges.Found found) {
    SaleSwitch all = catalog.saleSwitch();
    boolean news = isNews(item);
    return registered(item, news, all)
        .compose(complete -> store.tell(item, all))
        .onSuccess(
            answer -> {
              // What a Redis of before has answered says nothing about the one that is back.
              if (looked == returns) {
                note(item, all, answer, found);
              }
            })
        .onFailure(
            cause -> {
              if (news) {
                behind.put(item.itemId(), StoreFaults.words(cause));
              }
            })
        .mapEmpty();
  }

  // Who registered must be in Redis before it asks for registration. To count them may fail, and
  // takes longer than a pause may.
  private Future<Void> registered(SaleItem item, boolean news, SaleSwitch all) {
    if (!news || item.spec().gate().reservation() == null || catalog.isOver(item)) {
      return Future.succeededFuture();
    }
    return store
        .tellStatus(item.itemId(), item.status(), item.revision(), all)
        .compose(answer -> answer.isAbsent() ? Future.succeededFuture() : enterUsers(item));
  }

  private Future<Void> enterUsers(SaleItem item) {
    if (!usersMissed.remove(item.itemId())) {
      return reserved.complete(item.spec());
    }
    return reserved.load(item.spec()).onFailure(cause -> usersMissed.add(item.itemId()));
  }

  private void note(SaleItem item, SaleSwitch all, Answer answer, UnstoredChanges.Found found) {
    long itemId = item.itemId();
    if (answer.isRefused()) {
      found.add(itemId, answer);
      behind.put(itemId, "Redis holds a pause or a revision that MySQL does not have");
      return;
    }
    if (answer.item().word() == Word.CHANGED || answer.all().word() == Word.CHANGED) {
      LOG.info("item {}: told Redis what MySQL says (status, gate)", itemId);
    }
    told.put(itemId, Controls.of(item, all));
    behind.remove(itemId);
  }
}
