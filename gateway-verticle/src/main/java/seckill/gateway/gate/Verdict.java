package seckill.gateway.gate;

import io.vertx.core.Future;
import seckill.contract.Outcome;

/** What a layer decides about a visit. Made beforehand where it can be, since refusals are many. */
public final class Verdict {
  /** Go on to the next layer. */
  public static final Verdict PASS = pass("PASSED");

  private final String label;
  private final Outcome outcome;
  private final String detail;
  private final String sentence;
  private final int retryAfterSeconds;
  private final Future<Verdict> later;

  private Verdict(
      String label,
      Outcome outcome,
      String detail,
      String sentence,
      int retryAfterSeconds,
      Future<Verdict> later) {
    this.label = label;
    this.outcome = outcome;
    this.detail = detail;
    this.sentence = sentence;
    this.retryAfterSeconds = retryAfterSeconds;
    this.later = later;
  }

  /**
   * Go on, but counted under a name of its own.
   *
   * @param label upper-case, one of a few
   */
  public static Verdict pass(String label) {
    return new Verdict(label, null, null, null, 0, null);
  }

  /** No further; the outcome says why. */
  public static Verdict refuse(Outcome outcome) {
    return refuse(outcome, null);
  }

  /**
   * No further.
   *
   * @param detail one sentence, or {@code null} for the outcome's own in the caller's language
   */
  public static Verdict refuse(Outcome outcome, String detail) {
    return new Verdict(outcome.name(), outcome, detail, null, 0, null);
  }

  /**
   * No further for now.
   *
   * @param retryAfterSeconds what Retry-After says, 1 or more
   */
  public static Verdict refuse(Outcome outcome, int retryAfterSeconds) {
    return new Verdict(outcome.name(), outcome, null, null, retryAfterSeconds, null);
  }

  /**
   * No further, in words of its own that are prepared in every language.
   *
   * @param sentence its name among the sentences of problems
   */
  public static Verdict refuseSaying(Outcome outcome, String sentence) {
    return new Verdict(outcome.name(), outcome, null, sentence, 0, null);
  }

  /** To be decided; completed on the event loop of the request. */
  public static Verdict later(Future<Verdict> decision) {
    return new Verdict("LATER", null, null, null, 0, decision);
  }

  /** The name that the verdict is counted under. */
  public String label() {
    return label;
  }

  /** Why the visit ends here; {@code null} if it goes on. */
  public Outcome outcome() {
    return outcome;
  }

  /** One sentence, or {@code null} for the outcome's own. */
  public String detail() {
    return detail;
  }

  /** The name of a prepared sentence; {@code null} for the detail or the outcome's own. */
  public String sentence() {
    return sentence;
  }

  /** What Retry-After says; 0 for the usual. */
  public int retryAfterSeconds() {
    return retryAfterSeconds;
  }

  /** The decision that is still to come; {@code null} if it is this one. */
  Future<Verdict> decision() {
    return later;
  }
}
