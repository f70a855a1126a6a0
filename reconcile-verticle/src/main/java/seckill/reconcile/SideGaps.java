package seckill.reconcile;

/**
 * What is left undone beside the orders.
 *
 * @param stuck users with changes in the outbox that are too old, with their orders
 * @param onlyInMySql dead letters that are open in MySQL alone: stream id to order
 * @param onlyInRedis dead letters that Redis alone holds: stream id to order
 */
record SideGaps(Names stuck, Names onlyInMySql, Names onlyInRedis) {
  static SideGaps none() {
    return new SideGaps(new Names(0), new Names(0), new Names(0));
  }

  boolean isEmpty() {
    return stuck.isEmpty() && onlyInMySql.isEmpty() && onlyInRedis.isEmpty();
  }
}
