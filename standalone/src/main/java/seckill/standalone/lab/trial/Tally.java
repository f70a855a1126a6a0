package seckill.standalone.lab.trial;

import java.util.EnumMap;
import java.util.Map;
import seckill.standalone.lab.version.Answer;
import seckill.standalone.lab.version.Answer.Verdict;

/** Counts answers. */
public final class Tally {
  private final Map<Verdict, Long> verdicts = new EnumMap<>(Verdict.class);
  private long retries;
  private long belowZero;

  /** Counts one more. */
  public void add(Answer answer) {
    verdicts.merge(answer.verdict(), 1L, Long::sum);
    retries += answer.retries();
    belowZero += answer.belowZero();
  }

  /** All that were counted. */
  public long answers() {
    return verdicts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Those who have a unit. */
  public long sold() {
    return verdicts.getOrDefault(Verdict.SOLD, 0L);
  }

  /** Those who were refused because they have one. */
  public long duplicates() {
    return verdicts.getOrDefault(Verdict.DUPLICATE, 0L);
  }

  /** Those who were refused because there was nothing left. */
  public long soldOut() {
    return verdicts.getOrDefault(Verdict.SOLD_OUT, 0L);
  }

  /** How often somebody had to begin again. */
  public long retries() {
    return retries;
  }

  /** How often somebody took the stock below zero. */
  public long belowZero() {
    return belowZero;
  }
}
