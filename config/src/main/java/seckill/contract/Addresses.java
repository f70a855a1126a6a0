package seckill.contract;

/**
 * Every event-bus address of the product.
 *
 * <p>{@code seckill.event.*} are published facts; the others are requests. The shapes of all
 * messages are in {@code docs/event-bus.md}.
 */
public final class Addresses {
  /** One purchase as JSON ({@link PurchaseAttempt}); answered with a {@link PurchaseResult}. */
  public static final String PURCHASE = "seckill.purchase";

  /** Purchases of one item as one buffer ({@link PurchaseBatch}); the gateway's fast path. */
  public static final String PURCHASE_BATCH = "seckill.purchase.batch";

  /** The caller's own result for an item: {@code {itemId, userId}}. */
  public static final String PURCHASE_MINE = "seckill.purchase.mine";

  /** The holders of a sold-out item as a {@link HolderFilter} buffer: {@code {itemId}}. */
  public static final String ITEM_HOLDERS = "seckill.item.holders";

  /** Creates an item in MySQL: {@link ItemSpec} JSON plus {@code actor}. */
  public static final String ITEM_CREATE = "seckill.item.create";

  /** All items with their state: {@code {}}. */
  public static final String ITEM_LIST = "seckill.item.list";

  /** Units left and state of one item: {@code {itemId}}. */
  public static final String ITEM_STOCK = "seckill.item.stock";

  /** Loads an item from MySQL into Redis: {@code {itemId, actor}}. */
  public static final String ITEM_PREHEAT = "seckill.item.preheat";

  /** Closes an item at once: {@code {itemId, actor}}. */
  public static final String ITEM_PAUSE = "seckill.item.pause";

  /** Opens a paused item again: {@code {itemId, actor}}. */
  public static final String ITEM_RESUME = "seckill.item.resume";

  /** One order of a user: {@code {orderId, userId}}. */
  public static final String ORDER_GET = "seckill.order.get";

  /** Holds the books of one item against each other now: {@code {itemId}}. */
  public static final String RECONCILE_RUN = "seckill.reconcile.run";

  /** Fact: an item was loaded into Redis: {@code {itemId}}. */
  public static final String EVENT_PREHEATED = "seckill.event.preheated";

  /** Fact: the last unit of an item went: {@code {itemId}}. */
  public static final String EVENT_SOLD_OUT = "seckill.event.sold-out";

  /** Fact: an item has units again: {@code {itemId}}. */
  public static final String EVENT_RESTOCKED = "seckill.event.restocked";

  /** Fact: an item was paused or resumed: {@code {itemId, status}}. */
  public static final String EVENT_ITEM_STATUS = "seckill.event.item-status";

  /** Fact: orders were committed to MySQL: {@code {itemId, count}}. */
  public static final String EVENT_ORDER_LANDED = "seckill.event.order-landed";

  /** Fact: a reconciliation ended: its report. */
  public static final String EVENT_RECONCILED = "seckill.event.reconciled";

  /** Fact: a person should look: {@code {source, kind, itemId, detail}}. */
  public static final String EVENT_ALERT = "seckill.event.alert";

  private Addresses() {}
}
