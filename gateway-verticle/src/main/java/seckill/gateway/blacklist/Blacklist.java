package seckill.gateway.blacklist;

import java.time.Clock;
import seckill.contract.ClientAddress;
import seckill.contract.Outcome;
import seckill.gateway.gate.GateLayer;
import seckill.gateway.gate.Verdict;
import seckill.gateway.gate.Visit;

/**
 * Who is blocked, as far as this gateway knows: the last list that was heard of counts.
 * Thread-safe; one for all event loops of a process.
 */
public final class Blacklist {
  private final Clock clock;
  private volatile BlockedList list = new BlockedList();

  public Blacklist(Clock clock) {
    this.clock = clock;
  }

  /** Refuses blocked addresses and networks. */
  public GateLayer addressLayer() {
    Verdict refused = Verdict.refuseSaying(Outcome.FORBIDDEN, "ADDRESS_BLOCKED");
    return layer("blacklist", visit -> blocks(visit.address()) ? refused : Verdict.PASS);
  }

  /** Refuses blocked users, on every request anew: a remembered token does not outlive a ban. */
  public GateLayer userLayer() {
    Verdict refused = Verdict.refuseSaying(Outcome.FORBIDDEN, "USER_BLOCKED");
    return layer(
        "blacklist-user", visit -> blocks(visit.caller().userId()) ? refused : Verdict.PASS);
  }

  private interface Check {
    Verdict of(Visit visit);
  }

  private static GateLayer layer(String name, Check check) {
    return new GateLayer() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Verdict check(Visit visit) {
        return check.of(visit);
      }
    };
  }

  boolean blocks(ClientAddress address) {
    return isAhead(list.until(address));
  }

  boolean blocks(String userId) {
    return isAhead(list.until(userId));
  }

  private boolean isAhead(long until) {
    return until != 0 && (until == BlockedList.FOREVER || until > clock.millis());
  }

  /** Takes another list in the place of all that was known. */
  void replace(BlockedList other) {
    list = other;
  }

  BlockedList list() {
    return list;
  }

  /** Entries that are known. */
  public int size() {
    return list.size();
  }
}
