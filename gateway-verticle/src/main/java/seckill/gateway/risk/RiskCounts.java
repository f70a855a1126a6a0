package seckill.gateway.risk;

import seckill.gateway.gate.Visit;

/** What each rule counts. Thread-safe, of fixed size. */
final class RiskCounts {
  private static final int LONGEST_NAME = 128;
  private static final long BYTES_PER_ACCOUNT = 16;

  /** Stands for a visit whose address is not known. */
  private static final long NOWHERE = 0;

  private final MemberCounter addresses;
  private final MemberCounter devices;
  private final WindowCounter answers;

  /**
   * @param tracked accounts that each rule counts at a time
   */
  RiskCounts(int tracked) {
    this.addresses = new MemberCounter(tracked);
    this.devices = new MemberCounter(tracked);
    this.answers = new WindowCounter(tracked);
  }

  /** What it takes. */
  static long bytes(int tracked) {
    return BYTES_PER_ACCOUNT * RiskRule.ALL.length * tracked;
  }

  /** Counts a visit by a rule; returns the number to hold against its threshold. */
  int of(RiskRule rule, Visit visit, long nowMillis, long windowMillis) {
    long user = name(visit.caller().userId());
    return switch (rule) {
      case SHARED_ADDRESS -> {
        long address = address(visit);
        yield address == NOWHERE ? 0 : addresses.add(address, user, nowMillis, windowMillis);
      }
      case SHARED_DEVICE -> {
        String device = visit.request().getHeader(RiskLayer.DEVICE_ID);
        yield device == null ? 0 : devices.add(name(device), user, nowMillis, windowMillis);
      }
      case FAST_ANSWERS -> answers.count(user, nowMillis, windowMillis);
    };
  }

  /**
   * Counts an answer.
   *
   * @param windows all that are looked at later, each once
   */
  void answeredTooFast(String userId, long nowMillis, long[] windows) {
    for (long windowMillis : windows) {
      answers.add(name(userId), nowMillis, windowMillis);
    }
  }

  // One subscriber has a whole /64 of IPv6.
  private static long address(Visit visit) {
    return visit.address().isIpv4() ? visit.address().low() : visit.address().high();
  }

  private static long name(String text) {
    return Hashes.of(text, LONGEST_NAME);
  }
}
