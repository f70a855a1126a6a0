package seckill.sale;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseResult;

/** A batch on its way through the till: which attempts are decided, and which still open. */
final class PurchaseRound {
  private final PurchaseResult[] results;
  private List<PurchaseAttempt> open;
  private int[] positions;

  PurchaseRound(List<PurchaseAttempt> attempts) {
    this.results = new PurchaseResult[attempts.size()];
    this.open = attempts;
  }

  /** The attempts that are not decided yet, in order. */
  List<PurchaseAttempt> open() {
    return open;
  }

  /** Refuses the open attempts that are like this. */
  void refuse(Predicate<PurchaseAttempt> which, Outcome outcome) {
    int[] found = new int[open.size()];
    int count = 0;
    for (int i = 0; i < open.size(); i++) {
      if (which.test(open.get(i))) {
        found[count++] = i;
      }
    }
    refuse(Arrays.copyOf(found, count), outcome);
  }

  /**
   * Refuses some of the open attempts.
   *
   * @param which their positions among the open ones, ascending
   */
  void refuse(int[] which, Outcome outcome) {
    if (which.length == 0) {
      return;
    }
    List<PurchaseAttempt> left = new ArrayList<>(open.size() - which.length);
    int[] leftAt = new int[open.size() - which.length];
    int next = 0;
    for (int i = 0; i < open.size(); i++) {
      if (next < which.length && which[next] == i) {
        results[position(i)] = PurchaseResult.of(outcome);
        next++;
      } else {
        leftAt[left.size()] = position(i);
        left.add(open.get(i));
      }
    }
    open = left;
    positions = leftAt;
  }

  private int position(int i) {
    return positions == null ? i : positions[i];
  }

  /** Decides all open attempts, with one result each, and tells the results of the whole batch. */
  List<PurchaseResult> settle(List<PurchaseResult> decided) {
    for (int i = 0; i < decided.size(); i++) {
      results[position(i)] = decided.get(i);
    }
    return Arrays.asList(results);
  }
}
