package seckill.reconcile;

/**
 * Where the names of the two stores differ.
 *
 * @param lost users whose order is nowhere, with their first order ids
 * @param ghosts users whom Redis does not know, with their orders
 */
record NameGaps(Names lost, Names ghosts) {

  static NameGaps none() {
    return new NameGaps(new Names(0), new Names(0));
  }

  boolean isEmpty() {
    return lost.isEmpty() && ghosts.isEmpty();
  }
}
