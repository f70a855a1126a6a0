package seckill.gateway.challenge;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.LongSupplier;
import seckill.config.ConfigException;

/**
 * What all event loops of a gateway have in common about challenges: the settings in force,
 * pictures, questions and counts. Thread-safe.
 */
public final class ChallengeRegime {
  private final QuizBank quiz;
  private final PicturePool pictures;
  private final ItemModes modes = new ItemModes();
  private final PurchaseRates rates;
  private final ChallengeMeters meters;
  private final ChallengeLayer layer = new ChallengeLayer(this);
  private volatile ChallengeSettings settings;

  private ChallengeRegime(
      ChallengeSettings settings, QuizBank quiz, MeterRegistry meters, LongSupplier nanoClock) {
    this.settings = settings;
    this.quiz = quiz;
    this.pictures = new PicturePool(() -> this.settings.pool(), SumPicture::draw);
    this.rates = new PurchaseRates(settings.watchedItems(), nanoClock);
    this.meters = new ChallengeMeters(meters);
    this.meters.watch(pictures::ready);
  }

  /**
   * Reads the questions, if there are any. Blocks.
   *
   * @param nanoClock a clock that only runs forward
   * @throws ConfigException one line that names the setting
   */
  public static ChallengeRegime load(
      ChallengeSettings settings, MeterRegistry meters, LongSupplier nanoClock) {
    return new ChallengeRegime(settings, QuizBank.load(settings), meters, nanoClock);
  }

  /** The layer that asks for passes. */
  public ChallengeLayer layer() {
    return layer;
  }

  /**
   * Goes on with other settings: all but {@code quizFile}, {@code watchedItems} and {@code
   * itemRefreshMillis}, which are read at start.
   *
   * @throws ConfigException if there is nothing to ask by them
   */
  void configure(ChallengeSettings wanted) {
    if (wanted.kind() == ChallengeKind.QUIZ && quiz.isEmpty()) {
      throw new ConfigException(
          "challenge.kind cannot become QUIZ: this gateway was started without questions");
    }
    settings = wanted;
  }

  /** What items say about challenges. */
  public ItemModes modes() {
    return modes;
  }

  ChallengeSettings settings() {
    return settings;
  }

  QuizBank quiz() {
    return quiz;
  }

  PicturePool pictures() {
    return pictures;
  }

  PurchaseRates rates() {
    return rates;
  }

  ChallengeMeters meters() {
    return meters;
  }
}
