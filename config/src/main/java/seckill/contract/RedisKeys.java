package seckill.contract;

/** Builds every Redis key and names every field and group that more than one service uses. */
public final class RedisKeys {
  /** Set of the ids of all live items, so that consumers and the auditor find every stream. */
  public static final String LIVE_ITEMS = "seckill:items";

  /** The consumer group of every orders stream. */
  public static final String ORDER_GROUP = "order-writers";

  /** Lease of the one auditor that runs: its value is the holder's token. */
  public static final String RECONCILE_LEASE = "seckill:lease:reconcile";

  /** Hash: what is blocked (an address, a network or a user) to who blocked it, and why. */
  public static final String BLACKLIST = "seckill:blacklist";

  /** Hash: settings of the gate's layers that were changed while running, by layer. */
  public static final String GATE = "seckill:gate";

  /** Hash: tokens left in the bucket that all gateways share. */
  public static final String GLOBAL_BUCKET = "rate:global";

  /** Written before a wait for replicas or for the disk, to mark what the wait is for. */
  public static final String DURABLE_MARK = "seckill:durable";

  /** Fields of the item Hash. */
  public static final String ITEM_EPOCH = "epoch";

  public static final String ITEM_STATUS = "status";
  public static final String ITEM_START_AT = "start_at";
  public static final String ITEM_END_AT = "end_at";
  public static final String ITEM_PRICE_CENTS = "price_cents";
  public static final String ITEM_TOTAL = "total";
  public static final String ITEM_EXPIRE_AT = "expire_at";
  public static final String ITEM_WAITING_ROOM = "waiting_room";

  /** OPEN, or PAUSED while all items are paused; anything else counts as PAUSED. */
  public static final String ITEM_ALL_STATUS = "all_status";

  /** The revision in MySQL of the status and the gate; of the switch for all items beside it. */
  public static final String ITEM_REVISION = "revision";

  public static final String ITEM_ALL_REVISION = "all_revision";

  /** Present while the item, or all items, were paused and MySQL does not know: its revision. */
  public static final String ITEM_PAUSE_UNSTORED = "pause_unstored";

  public static final String ITEM_ALL_PAUSE_UNSTORED = "all_pause_unstored";

  /** 1 if only users in the reserved Set may buy. */
  public static final String ITEM_RESERVED_ONLY = "reserved_only";

  /** When registration opens and closes, epoch milliseconds. */
  public static final String ITEM_RESERVE_FROM = "reserve_from";

  public static final String ITEM_RESERVE_UNTIL = "reserve_until";

  /** {@link ItemGate.ChallengeMode}: who has to solve a challenge. */
  public static final String ITEM_CHALLENGE = "challenge";

  /** Present while the item's state is built: by whom; nothing is sold meanwhile. */
  public static final String ITEM_LOADING = "loading";

  /** When whoever builds must have shown itself again, epoch milliseconds. */
  public static final String ITEM_LOADING_UNTIL = "loading_until";

  /**
   * Present while more users hold units than there are: how many did; nothing is sold meanwhile.
   */
  public static final String ITEM_OVERSOLD = "oversold";

  /** Count of users ever entered in the users Set; the version of that Set while stock is 0. */
  public static final String ITEM_ACCEPTED = "accepted";

  /** Count of users ever taken out of the users Set; {@link #ITEM_ACCEPTED} less this are in it. */
  public static final String ITEM_RETURNED = "returned";

  /** 1 if there may be users in the barred Set. */
  public static final String ITEM_BARRED = "barred";

  /** The highest fence of the auditors that have repaired the item; a lower one is refused. */
  public static final String ITEM_REPAIR_FENCE = "repair_fence";

  private RedisKeys() {}

  /** The keys of the item with this id, which has passed {@link ItemIds}. */
  public static ItemKeys of(long itemId) {
    return ItemKeys.ofTag(Long.toString(itemId));
  }

  /** Hash: the one challenge that a user has to solve for an item. */
  public static String challenge(long itemId, String userId) {
    return ItemKeys.prefix(Long.toString(itemId)) + "challenge:" + userId;
  }

  /** ZSet: the purchases of a user within the window, over all items. */
  public static String userWindow(String userId) {
    return "rate:user:{" + userId + "}";
  }
}
