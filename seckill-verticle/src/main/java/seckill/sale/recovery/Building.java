package seckill.sale.recovery;

import java.util.UUID;
import seckill.sale.SaleItem;

/**
 * One attempt at building an item's state.
 *
 * @param name by which scripts know that it is still its turn
 */
record Building(SaleItem item, String name) {

  static Building of(SaleItem item) {
    return new Building(item, UUID.randomUUID().toString());
  }

  long itemId() {
    return item.itemId();
  }
}
