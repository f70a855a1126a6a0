package seckill.gateway.bucket;

import io.vertx.core.json.JsonObject;

/**
 * How many purchases pass; names, ranges and defaults are in {@code bucket.schema.json}.
 *
 * @param enabled whether the layer stands
 * @param perSecond purchases per second in sum over all gateways; 0 for none
 * @param burst capacity of the bucket; 0 for one second's worth
 * @param chunkMillis how much of a second one lease covers
 * @param leaseMillis after which unused tokens are worth nothing
 * @param maxWaiting purchases that may wait for a lease under way
 * @param timeoutMillis after which a lease counts as out of reach
 * @param retryMillis how often a bucket out of reach is tried again
 * @param fallbackPerSecond what passes meanwhile, per gateway
 */
public record BucketSettings(
    boolean enabled,
    double perSecond,
    long burst,
    long chunkMillis,
    long leaseMillis,
    int maxWaiting,
    long timeoutMillis,
    long retryMillis,
    double fallbackPerSecond) {
  private static final double MILLIS_PER_SECOND = 1000;

  /** Reads the section {@code bucket}. */
  public static BucketSettings of(JsonObject section) {
    return new BucketSettings(
        section.getBoolean("enabled"),
        section.getDouble("perSecond"),
        section.getLong("burst"),
        section.getLong("chunkMillis"),
        section.getLong("leaseMillis"),
        section.getInteger("maxWaiting"),
        section.getLong("timeoutMillis"),
        section.getLong("retryMillis"),
        section.getDouble("fallbackPerSecond"));
  }

  /** What the full bucket holds: at least one token, or a slow rate would never give one. */
  double capacity() {
    return Math.max(1, burst == 0 ? perSecond : burst);
  }

  /** Tokens of one lease. */
  long chunk() {
    return atMost(Math.max(1, (long) (perSecond * chunkMillis / MILLIS_PER_SECOND)));
  }

  /** No bucket gives more than it holds. */
  long atMost(long tokens) {
    return Math.min(tokens, (long) capacity());
  }

  /** How long an empty bucket is not asked again: for a chunk, but not until it runs over. */
  long pauseMillis() {
    return (long) Math.min(chunkMillis, capacity() / perSecond * MILLIS_PER_SECOND);
  }

  /** What one gateway may let through by itself. */
  double fallback() {
    return Math.min(perSecond, fallbackPerSecond);
  }
}
