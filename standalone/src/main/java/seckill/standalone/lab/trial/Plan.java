package seckill.standalone.lab.trial;

import java.util.List;
import seckill.standalone.lab.version.Press;
import seckill.standalone.lab.version.VersionKind;

/**
 * How the versions are compared.
 *
 * @param stock units for sale
 * @param clients at the same time, each with a connection of its own
 * @param requests presses in all
 * @param users distinct ones, each of whom presses at least once
 * @param rounds that count, of each version
 * @param seed of the order in which the users come
 * @param kinds the versions, in order
 */
public record Plan(
    int stock,
    int clients,
    int requests,
    int users,
    int rounds,
    long seed,
    List<VersionKind> kinds) {

  /** Whether every version takes part. */
  public boolean isWhole() {
    return kinds.size() == VersionKind.values().length;
  }

  /** The presses, in order. */
  public List<Press> crowd() {
    return Press.crowd(requests, users, seed);
  }

  /** How many units a version sells that does what it should. */
  public long expected(VersionKind kind) {
    return Math.min(stock, kind.knowsUsers() ? users : requests);
  }
}
