package seckill.sale.recovery;

/**
 * By what a Redis is known: both change when it starts again, and the second one also when it takes
 * over another's data.
 *
 * @param runId of its process
 * @param replicationId of its data
 */
record StoreIdentity(String runId, String replicationId) {}
