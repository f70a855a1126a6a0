package seckill.sale;

import io.vertx.core.Future;
import java.time.Clock;
import seckill.runtime.MySqlLink;
import seckill.runtime.RedisLink;
import seckill.sale.reservation.ReservedUsers;

/** What operators change of items on sale, put together: the changes, and who sees them through. */
final class SaleControls {
  private final KillSwitch killSwitch;
  private final GateChange gateChange;
  private final TermsChanges termsChanges;
  private final ItemControlWatcher watcher;
  private final TermsWatch termsWatch;

  SaleControls(
      RedisLink redis,
      MySqlLink mysql,
      ItemRepository items,
      GateRepository gates,
      ItemCatalog catalog,
      ReservedUsers reserved,
      TermsStore terms,
      SaleNews news,
      SaleSettings sale,
      Clock clock) {
    ItemControlStore store = new ItemControlStore(redis);
    AllItems allItems = new AllItems(store, catalog, sale);
    NotYetInRedis notYet = new NotYetInRedis(sale.itemRefreshMillis());
    this.killSwitch =
        new KillSwitch(items.statuses(), gates, store, allItems, catalog, news, notYet);
    this.gateChange = new GateChange(gates, store, reserved, news, notYet);
    this.termsChanges =
        new TermsChanges(new TermsRepository(mysql, items, clock), terms, catalog, news, notYet);
    this.watcher =
        new ItemControlWatcher(
            catalog,
            store,
            new UnstoredChanges(items.statuses(), gates, new AuditTrail(items), news),
            reserved,
            allItems,
            sale.checkedItems());
    this.termsWatch = new TermsWatch(terms, catalog, sale.checkedItems());
  }

  KillSwitch killSwitch() {
    return killSwitch;
  }

  GateChange gateChange() {
    return gateChange;
  }

  TermsChanges termsChanges() {
    return termsChanges;
  }

  ItemControlWatcher watcher() {
    return watcher;
  }

  /** Tells Redis what it does not know of that which the catalog has read. */
  Future<Void> mend() {
    return Future.join(watcher.mend(), termsWatch.look()).mapEmpty();
  }
}
