package seckill.standalone.lab.version;

import java.util.List;
import java.util.stream.Stream;
import seckill.contract.ItemIds;
import seckill.contract.ItemKeys;
import seckill.contract.RedisKeys;

/** The keys of the lab: none that a sale has. */
public final class LabKeys {
  /** String: units left, for the versions that know no users. */
  public static final String STOCK = "seckill-lab:stock";

  /** Hash: the count of the window that begins anew at every edge. */
  public static final String FIXED_WINDOW = "seckill-lab:fixed-window";

  /** ZSet: what passed the window that slides. */
  public static final String SLIDING_WINDOW = "seckill-lab:sliding-window";

  /** The item that the full script sells; the last id there is, which no shop gets to. */
  public static final long ITEM_ID = ItemIds.MAX;

  /** The keys of {@link #ITEM_ID}. */
  public static final ItemKeys ITEM = RedisKeys.DEFAULT.of(ITEM_ID);

  private LabKeys() {}

  /** All keys that the lab may write. */
  public static List<String> all() {
    return Stream.concat(Stream.of(STOCK, FIXED_WINDOW, SLIDING_WINDOW), item().stream()).toList();
  }

  /** The keys that the full script may write. */
  static List<String> item() {
    return List.of(
        ITEM.item(),
        ITEM.stock(),
        ITEM.users(),
        ITEM.receipts(),
        ITEM.orders(),
        ITEM.admitted(),
        ITEM.reserved(),
        ITEM.passes(),
        ITEM.barred(),
        ITEM.returned());
  }
}
