package seckill.reconcile;

/**
 * Where the names of the two stores differ.
 *
 * @param lost users whose order is nowhere, with their first order ids
 * @param ghosts users whom Redis does not know, with their orders
 * @param stranded users who hold the unit of an order that has ended, with that order
 */
record NameGaps(Names lost, Names ghosts, Names stranded) {
  static NameGaps none() {
    return new NameGaps(new Names(0), new Names(0), new Names(0));
  }

  /** Users who were told "yes" and have no order; that outlives the state in Redis. */
  NameGaps lostOnly() {
    return new NameGaps(lost, new Names(0), new Names(0));
  }

  boolean isEmpty() {
    return lost.isEmpty() && ghosts.isEmpty() && stranded.isEmpty();
  }
}
