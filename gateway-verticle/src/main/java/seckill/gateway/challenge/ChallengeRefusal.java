package seckill.gateway.challenge;

import seckill.contract.Outcome;

/** Why a challenge is not given, or an answer is worth no pass. Says nothing of what was right. */
public final class ChallengeRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Outcome outcome;
  private final long startAtMillis;
  private final long waitMillis;

  ChallengeRefusal(Outcome outcome, long startAtMillis, long waitMillis) {
    super(outcome.name(), null, false, false);
    this.outcome = outcome;
    this.startAtMillis = startAtMillis;
    this.waitMillis = waitMillis;
  }

  static ChallengeRefusal of(Outcome outcome) {
    return new ChallengeRefusal(outcome, 0, 0);
  }

  public Outcome outcome() {
    return outcome;
  }

  /** When the sale starts, for NOT_STARTED; otherwise 0. */
  public long startAtMillis() {
    return startAtMillis;
  }

  /** After how many milliseconds asking again makes sense; 0 if not known. */
  public long waitMillis() {
    return waitMillis;
  }
}
