package seckill.contract;

import java.util.ArrayList;
import java.util.List;

/**
 * Builds every Redis key of one shop, all under its prefix, and names every field and group that
 * more than one service uses.
 */
public final class RedisKeys {
  /** The keys of a shop whose settings name no other prefix. */
  public static final RedisKeys DEFAULT = new RedisKeys("seckill:");

  /** The consumer group of every orders stream. */
  public static final String ORDER_GROUP = "order-writers";

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

  // Item ids start at 1, so this one has no keys.
  private static final long NO_ITEM = 0;
  private static final String NOBODY = "nobody";

  private final String prefix;
  private final String userWindowPrefix;
  private final String liveItems;

  /**
   * The keys of a shop.
   *
   * @param prefix of all of them, without braces: what is in braces decides the cluster slot
   */
  public RedisKeys(String prefix) {
    this.prefix = prefix;
    this.userWindowPrefix = prefix + "rate:user:{";
    this.liveItems = prefix + "items";
  }

  public String prefix() {
    return prefix;
  }

  /** Set of the ids of all live items, so that consumers and reconciliation find every stream. */
  public String liveItems() {
    return liveItems;
  }

  /** Lease of the one reconciliation that runs: its value is the holder's token. */
  public String reconcileLease() {
    return prefix + "lease:reconcile";
  }

  /** Hash: what is blocked (an address, a network or a user) to who blocked it, and why. */
  public String blacklist() {
    return prefix + "blacklist";
  }

  /** Hash: settings of the gate's layers that were changed while running, by layer. */
  public String gate() {
    return prefix + "gate";
  }

  /** Hash: tokens left in the bucket that all gateways share. */
  public String globalBucket() {
    return prefix + "rate:global";
  }

  /** Written before a wait for replicas, to mark what the wait is for. */
  public String durableMark() {
    return prefix + "durable";
  }

  /** Written now and then, to see whether Redis takes writes. */
  public String writeMark() {
    return prefix + "write-check";
  }

  /** On which rights are tried. */
  public String rightsKey() {
    return prefix + "rights";
  }

  /** The keys of the item with this id, which has passed {@link ItemIds}. */
  public ItemKeys of(long itemId) {
    return ItemKeys.under(itemPrefix(itemId));
  }

  private String itemPrefix(long itemId) {
    return prefix + '{' + itemId + "}:";
  }

  /** Hash: the one challenge that a user has to solve for an item. */
  public String challenge(long itemId, String userId) {
    return itemPrefix(itemId) + "challenge:" + userId;
  }

  /** ZSet: the purchases of a user within the window, over all items. */
  public String userWindow(String userId) {
    return userWindowPrefix + userId + '}';
  }

  /** One key of each kind, none of which is ever in use, to try rights on. */
  public List<String> samples() {
    List<String> samples = new ArrayList<>(of(NO_ITEM).all());
    samples.add(challenge(NO_ITEM, NOBODY));
    samples.add(userWindow(""));
    samples.addAll(List.of(liveItems, reconcileLease(), blacklist(), gate(), globalBucket()));
    samples.addAll(List.of(durableMark(), writeMark()));
    return samples;
  }
}
