package seckill.standalone.rehearsal.gate;

import java.util.Set;

/** What scripts try, and what each may hear at most. */
enum BotKind {
  /** Presses without a pass. */
  NO_PASS(true, Limit.NONE),
  /** Presses with passes that it makes up. */
  INVENTED_PASS(true, Limit.NONE),
  /** Presses with passes of honest buyers, before and after these have used them. */
  STOLEN_PASS(true, Limit.NONE),
  /** One account at fifty presses a second, over several addresses. */
  MACHINE_GUN(true, Limit.WINDOW),
  /** Many accounts on one address and one device. */
  FARM(false, Limit.ADDRESS),
  /** Answers challenges rightly, but sooner than a human. */
  HASTY_ANSWER(true, Limit.NONE),
  /** Its login is over. */
  EXPIRED_TOKEN(false, Limit.NONE, "UNAUTHENTICATED", Heard.LIMITED),
  /** Signs its login itself, or not at all. */
  FORGED_TOKEN(false, Limit.NONE, "UNAUTHENTICATED", Heard.LIMITED),
  /** On a blocked address. */
  BANNED_ADDRESS(true, Limit.NONE, "FORBIDDEN"),
  /** Somewhere in a blocked network. */
  BANNED_NETWORK(true, Limit.NONE, "FORBIDDEN"),
  /** A blocked account on a new address. */
  BANNED_USER(true, Limit.NONE, "FORBIDDEN", Heard.LIMITED),
  /** Writes another address into X-Forwarded-For each time. */
  FORGED_FORWARDED_FOR(true, Limit.ADDRESS),
  /** Writes another address into Forwarded, X-Real-IP and the like each time. */
  FORGED_OTHER_HEADER(true, Limit.ADDRESS),
  /** Spells the path in ways that might lead around a check, without a login. */
  ODD_PATH(false, Limit.ADDRESS),
  /** Does everything right, but has not registered, and tries to when it is too late. */
  UNREGISTERED(false, Limit.NONE),
  /** Does everything right, but does not queue. */
  NOT_QUEUED(true, Limit.NONE),
  /** Does everything right, but does not solve the challenge. */
  UNCHALLENGED(true, Limit.NONE);

  /** Which limit holds a kind back, however fast it presses. */
  enum Limit {
    NONE,
    ADDRESS,
    WINDOW
  }

  private final boolean registers;
  private final Limit limit;
  private final Set<String> hearsOnly;

  BotKind(boolean registers, Limit limit, String... hearsOnly) {
    this.registers = registers;
    this.limit = limit;
    this.hearsOnly = Set.of(hearsOnly);
  }

  /** Whether it registers in time, so that this is not what stops it. */
  boolean registers() {
    return registers;
  }

  Limit limit() {
    return limit;
  }

  /** Whether it must not hear this, see {@link Heard}. */
  boolean mustNotHear(String label) {
    boolean spared = label.equals(Visitor.NO_ANSWER) || Heard.OF_THE_SALE.contains(label);
    if (!hearsOnly.isEmpty() && !spared) {
      return !hearsOnly.contains(label);
    }
    return label.equals(Heard.BOUGHT)
        || this == UNREGISTERED && label.equals(Heard.REGISTERED)
        || this == ODD_PATH && Heard.SUCCESSES.contains(label);
  }
}
