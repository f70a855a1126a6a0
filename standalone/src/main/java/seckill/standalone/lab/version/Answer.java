package seckill.standalone.lab.version;

/**
 * What one press came to.
 *
 * @param verdict what the buyer is told
 * @param retries how often it had to begin again
 * @param belowZero how often it saw that it had taken the stock below zero
 */
public record Answer(Verdict verdict, int retries, int belowZero) {
  /** What a buyer can be told. */
  public enum Verdict {
    SOLD,
    SOLD_OUT,
    /** The user holds a unit already. */
    DUPLICATE
  }

  static Answer of(Verdict verdict) {
    return new Answer(verdict, 0, 0);
  }

  static Answer sold(boolean sold) {
    return of(sold ? Verdict.SOLD : Verdict.SOLD_OUT);
  }
}
