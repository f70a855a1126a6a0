package seckill.contract;

/** Builds every Redis key and names every field and group that more than one service uses. */
public final class RedisKeys {
  /** Set of the ids of all live items, so that consumers and the auditor find every stream. */
  public static final String LIVE_ITEMS = "seckill:items";

  /** The consumer group of every orders stream. */
  public static final String ORDER_GROUP = "order-writers";

  /** Lease of the one auditor that runs: its value is the holder's token. */
  public static final String RECONCILE_LEASE = "seckill:lease:reconcile";

  /** Fields of the item Hash. */
  public static final String ITEM_EPOCH = "epoch";

  public static final String ITEM_STATUS = "status";
  public static final String ITEM_START_AT = "start_at";
  public static final String ITEM_END_AT = "end_at";
  public static final String ITEM_PRICE_CENTS = "price_cents";
  public static final String ITEM_TOTAL = "total";
  public static final String ITEM_EXPIRE_AT = "expire_at";
  public static final String ITEM_WAITING_ROOM = "waiting_room";

  /** Present while a preheat builds the item's state; nothing is sold meanwhile. */
  public static final String ITEM_LOADING = "loading";

  /** Count of purchases ever accepted; the version of the users Set while stock is 0. */
  public static final String ITEM_ACCEPTED = "accepted";

  private RedisKeys() {}

  /** The keys of the item with this id, which has passed {@link ItemIds}. */
  public static ItemKeys of(long itemId) {
    return ItemKeys.ofTag(Long.toString(itemId));
  }
}
