package seckill.sale;

import io.vertx.core.Future;
import seckill.contract.ItemSpec;
import seckill.sale.recovery.Recovery;
import seckill.sale.reservation.ReservedUsers;

/** What the till knows of items whose state is built. */
final class RecoveryItems implements Recovery.Items {
  private final EvictionPolicy eviction;
  private final ItemRepository items;
  private final GateRepository gates;
  private final ReservedUsers reserved;
  private final LiveItemStore store;

  RecoveryItems(
      EvictionPolicy eviction,
      ItemRepository items,
      GateRepository gates,
      ReservedUsers reserved,
      LiveItemStore store) {
    this.eviction = eviction;
    this.items = items;
    this.gates = gates;
    this.reserved = reserved;
    this.store = store;
  }

  @Override
  public Future<Void> requireFit() {
    return eviction.requireNone();
  }

  @Override
  public Future<SaleItem> find(long itemId) {
    return items.find(itemId);
  }

  @Override
  public Future<SaleSwitch> saleSwitch() {
    return gates.saleSwitch();
  }

  @Override
  public Future<Void> register(ItemSpec item) {
    return reserved.load(item);
  }

  @Override
  public Future<Void> completeRegistered(ItemSpec item) {
    return reserved.complete(item);
  }

  @Override
  public Future<String> announce(long itemId, long epoch) {
    return items
        .statuses()
        .opened(itemId, epoch)
        .compose(status -> store.announce(itemId).map(status));
  }
}
