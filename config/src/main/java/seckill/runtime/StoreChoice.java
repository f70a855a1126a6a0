package seckill.runtime;

/**
 * Which Redis sells.
 *
 * @param active the one
 * @param generation grows with every switch
 */
public record StoreChoice(Store active, long generation) {

  /** One of the two places where a sale may be kept. */
  public enum Store {
    /** The Redis of {@code redis.url}. */
    MAIN,
    /** The Redis of {@code redis.backupUrl}. */
    BACKUP
  }

  /** What holds where nobody ever switched. */
  public static StoreChoice first() {
    return new StoreChoice(Store.MAIN, 1);
  }
}
