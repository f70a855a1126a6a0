package seckill.sale;

import seckill.contract.ItemSpec;

/**
 * Until when the keys of items are kept in Redis.
 *
 * @param retentionMillis after the end of the sale
 */
public record KeepTimes(long retentionMillis) {
  private static final long USERS_OUTLIVE_STOCK_MILLIS = 3_600_000;

  /** Until when an item and its stock are kept, epoch milliseconds. */
  public long expireAt(ItemSpec item) {
    return item.endAt().toEpochMilli() + retentionMillis;
  }

  /** Until when what belongs to the users of an item is kept, epoch milliseconds. */
  public long usersExpireAt(ItemSpec item) {
    return expireAt(item) + USERS_OUTLIVE_STOCK_MILLIS;
  }
}
