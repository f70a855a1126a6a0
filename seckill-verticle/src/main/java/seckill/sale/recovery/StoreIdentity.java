package seckill.sale.recovery;

/**
 * By what a Redis is known: both ids change when it starts again, and the second one also when it
 * takes over another's data. A master draws a new second one by itself, too, when it had no
 * replicas for a while; then, and at its start, it knows of no id before.
 *
 * @param runId of its process
 * @param replicationId of its data
 * @param isFirst whether it is a master, and its data had no replication id before that it knows of
 */
record StoreIdentity(String runId, String replicationId, boolean isFirst) {
  StoreIdentity(String runId, String replicationId) {
    this(runId, replicationId, false);
  }

  /** Whether this is the process that was known before, and its data is still its own. */
  boolean continues(StoreIdentity known) {
    return known != null
        && runId.equals(known.runId)
        && (replicationId.equals(known.replicationId) || isFirst);
  }
}
