package seckill.reconcile;

/**
 * What MySQL has decided of an item and somebody still has to do.
 *
 * @param returns units to be given back
 * @param takes units to be taken again
 * @param letters dead letters that nobody has decided about
 */
record Waiting(long returns, long takes, long letters) {
  boolean isEmpty() {
    return returns == 0 && takes == 0 && letters == 0;
  }
}
