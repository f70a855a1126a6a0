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

  /** Writes a draft anew: {@link ItemSpec} JSON plus {@code actor}. */
  public static final String ITEM_EDIT = "seckill.item.edit";

  /** All items with their state: {@code {}}. */
  public static final String ITEM_LIST = "seckill.item.list";

  /** All items there are, drafts and those that are over, too: {@code {before?, limit?}}. */
  public static final String ITEM_ALL = "seckill.item.all";

  /** Units left and state of one item: {@code {itemId}}. */
  public static final String ITEM_STOCK = "seckill.item.stock";

  /** Loads an item from MySQL into Redis: {@code {itemId, actor}}. */
  public static final String ITEM_PREHEAT = "seckill.item.preheat";

  /** Closes an item at once: {@code {itemId, actor}}. */
  public static final String ITEM_PAUSE = "seckill.item.pause";

  /** Opens a paused item again: {@code {itemId, actor}}. */
  public static final String ITEM_RESUME = "seckill.item.resume";

  /** Sets the gate of one item: {@code {itemId, gate: ItemGate, actor}}. */
  public static final String ITEM_GATE = "seckill.item.gate";

  /** Sets how one item is shown: {@code {itemId, page: ItemPage, actor}}. */
  public static final String ITEM_PAGE = "seckill.item.page";

  /** Closes all items at once: {@code {actor}}. */
  public static final String SALE_PAUSE = "seckill.sale.pause";

  /** Opens all items that are not paused by themselves: {@code {actor}}. */
  public static final String SALE_RESUME = "seckill.sale.resume";

  /** Whether all items are paused: {@code {}}. */
  public static final String SALE_STATUS = "seckill.sale.status";

  /** Registers a user for an item: {@code {itemId, userId}}. */
  public static final String RESERVATION_MAKE = "seckill.reservation.make";

  /** Whether a user is registered for an item: {@code {itemId, userId}}. */
  public static final String RESERVATION_GET = "seckill.reservation.get";

  /** Takes a registration back: {@code {itemId, userId}}. */
  public static final String RESERVATION_CANCEL = "seckill.reservation.cancel";

  /** Users join the waiting room of an item. */
  public static final String QUEUE_JOIN = "seckill.queue.join";

  /** Users ask for their places in a waiting room, and show that they still wait. */
  public static final String QUEUE_LOOK = "seckill.queue.look";

  /** A user leaves a waiting room: {@code {itemId, userId}}. */
  public static final String QUEUE_LEAVE = "seckill.queue.leave";

  /** Keeps a challenge that a user has to solve: {@code {itemId, userId, answers, rules}}. */
  public static final String CHALLENGE_KEEP = "seckill.challenge.keep";

  /** Tries an answer: {@code {itemId, userId, challengeId, answer, rules}}; yields a pass. */
  public static final String CHALLENGE_ANSWER = "seckill.challenge.answer";

  /** All entries of the blacklist and its version: {@code {version?}}. */
  public static final String BLACKLIST_LIST = "seckill.blacklist.list";

  /** Blocks an address, a network or a user. */
  public static final String BLACKLIST_ADD = "seckill.blacklist.add";

  /** Takes an entry off the blacklist. */
  public static final String BLACKLIST_REMOVE = "seckill.blacklist.remove";

  /** The settings of the gate's layers that were changed while running: {@code {version?}}. */
  public static final String GATE_GET = "seckill.gate.get";

  /**
   * Changes the settings of one layer of the gate, or without any goes back to those of the file:
   * {@code {section, settings?, actor}}.
   */
  public static final String GATE_SET = "seckill.gate.set";

  /** The time of Redis, as the seckill service knows it: {@code {}}; see {@link ClockReading}. */
  public static final String TIME_GET = "seckill.time.get";

  /** Takes tokens out of the bucket that all gateways share. */
  public static final String BUCKET_LEASE = "seckill.bucket.lease";

  /** One order of a user: {@code {orderId, userId}}. */
  public static final String ORDER_GET = "seckill.order.get";

  /** A user's orders of the live items, or of one: {@code {userId, itemId?}}. */
  public static final String ORDER_LIST = "seckill.order.list";

  /** Gives an order back that is not paid: {@code {orderId, userId}}. */
  public static final String ORDER_CANCEL = "seckill.order.cancel";

  /** A payment that was made for an order: {@code {orderId, paymentId, amountCents}}. */
  public static final String ORDER_PAY = "seckill.order.pay";

  /** Gives a unit and the right to buy back, once per order: see the event-bus page. */
  public static final String UNIT_RETURN = "seckill.unit.return";

  /** Takes a unit again for an order that lost it, once per order: see the event-bus page. */
  public static final String UNIT_TAKE = "seckill.unit.take";

  /**
   * Adds units to an item, once per request id: {@link TermsChange} JSON plus {@code itemId} and
   * {@code actor}.
   */
  public static final String ITEM_RESTOCK = "seckill.item.restock";

  /** Moves the end of an item's sale, in the same way. */
  public static final String ITEM_EXTEND = "seckill.item.extend";

  /** Builds an item's state in Redis again under a new epoch: {@code {itemId, actor}}. */
  public static final String ITEM_RECOVER = "seckill.item.recover";

  /** Opens the sale on a Redis that came back as another and is built again: {@code {actor}}. */
  public static final String STORE_OPEN = "seckill.store.open";

  /** Which Redis sells, and whether it is trusted: {@code {}}. */
  public static final String STORE_GET = "seckill.store.get";

  /** Sells from the other Redis from now on: {@code {store, actor}}. */
  public static final String STORE_SWITCH = "seckill.store.switch";

  /** Messages that could not become orders: {@code {itemId?, state?, after?, limit?}}. */
  public static final String DEAD_LETTER_LIST = "seckill.dead-letter.list";

  /** Sends a dead letter through again: {@code {id, actor}}. */
  public static final String DEAD_LETTER_REPLAY = "seckill.dead-letter.replay";

  /** Gives up a dead letter, and its unit back: {@code {id, actor}}. */
  public static final String DEAD_LETTER_DISCARD = "seckill.dead-letter.discard";

  /** What the books say of one item: {@code {itemId}}. */
  public static final String ITEM_LEDGER = "seckill.item.ledger";

  /** Notices that could not be sent at once: {@code {state?, itemId?, after?, limit?}}. */
  public static final String NOTICE_LIST = "seckill.notice.list";

  /** Has a notice sent again, or all that were given up: {@code {id or itemId?, actor}}. */
  public static final String NOTICE_RETRY = "seckill.notice.retry";

  /**
   * Holds the books of one item against each other now: {@code {itemId, repair?, actor?}}; a repair
   * needs an actor.
   */
  public static final String RECONCILE_RUN = "seckill.reconcile.run";

  /** The latest reports: {@code {itemId?, before?, limit?}}. */
  public static final String RECONCILE_LIST = "seckill.reconcile.list";

  /** Who did what over the admin API, latest first: {@code {itemId?, before?, limit?}}. */
  public static final String AUDIT_LIST = "seckill.audit.list";

  /** Fact: how a process is, and what it has counted. */
  public static final String EVENT_PULSE = "seckill.event.pulse";

  /** Fact: an item was loaded into Redis: {@code {itemId}}. */
  public static final String EVENT_PREHEATED = "seckill.event.preheated";

  /** Fact: the last unit of an item went: {@code {itemId}}. */
  public static final String EVENT_SOLD_OUT = "seckill.event.sold-out";

  /** Fact: an item has units again: {@code {itemId}}. */
  public static final String EVENT_RESTOCKED = "seckill.event.restocked";

  /** Fact: an item was paused or resumed: {@code {itemId, status}}. */
  public static final String EVENT_ITEM_STATUS = "seckill.event.item-status";

  /** Fact: an item that buyers see is shown in another way: {@code {itemId}}. */
  public static final String EVENT_ITEM_PAGE = "seckill.event.item-page";

  /** Fact: all items were paused or resumed: {@code {status}}. */
  public static final String EVENT_SALE_STATUS = "seckill.event.sale-status";

  /** Fact: the blacklist changed: {@code {version}}. */
  public static final String EVENT_BLACKLIST = "seckill.event.blacklist";

  /** Fact: settings of the gate changed: {@code {version, section}}. */
  public static final String EVENT_GATE = "seckill.event.gate";

  /** Fact: orders were committed to MySQL: {@code {itemId, count}}. */
  public static final String EVENT_ORDER_LANDED = "seckill.event.order-landed";

  /** Fact: an order changed: {@code {itemId, orderId, status}}. */
  public static final String EVENT_ORDER_STATUS = "seckill.event.order-status";

  /** Fact: the rest of a sale was booked back: {@code {itemId, units, sold, unsold}}. */
  public static final String EVENT_SETTLED = "seckill.event.settled";

  /** Fact: another Redis sells from now on: {@code {store, generation}}. */
  public static final String EVENT_STORE = "seckill.event.store";

  /** Fact: a reconciliation ended: its report. */
  public static final String EVENT_RECONCILED = "seckill.event.reconciled";

  /** Fact: a person should look: {@code {source, kind, itemId, detail}}. */
  public static final String EVENT_ALERT = "seckill.event.alert";

  private Addresses() {}
}
