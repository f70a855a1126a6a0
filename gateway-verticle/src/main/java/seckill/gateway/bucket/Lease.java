package seckill.gateway.bucket;

import io.vertx.core.Future;

/**
 * What the bucket that all gateways share gave.
 *
 * @param granted tokens, at most as many as wanted
 * @param nextMillis until there is a token again; 0 if there is one
 */
record Lease(long granted, long nextMillis) {

  /** Where leases come from. */
  interface Source {

    /** Takes up to {@code want} tokens; fails if the bucket cannot be reached. */
    Future<Lease> lease(BucketSettings settings, long want);
  }
}
