package seckill.gateway.challenge;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.json.JsonObject;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.ConfigException;
import seckill.gateway.gate.Configurable;

/**
 * What all event loops of a gateway have in common about challenges: the settings in force,
 * pictures, questions and counts. Thread-safe.
 */
public final class ChallengeRegime implements Configurable {
  private static final Logger LOG = LoggerFactory.getLogger(ChallengeRegime.class);

  private final QuizBank quiz;
  private final PicturePool pictures;
  private final ItemModes modes = new ItemModes();
  private final PurchaseRates rates;
  private final ChallengeMeters meters;
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

  @Override
  public String section() {
    return ChallengeSettings.SECTION;
  }

  /**
   * All but {@code quizFile}, {@code watchedItems} and {@code itemRefreshMillis}: those are read at
   * start.
   */
  @Override
  public void configure(JsonObject section) {
    ChallengeSettings wanted = ChallengeSettings.of(section);
    if (wanted.kind() == ChallengeKind.QUIZ && quiz.isEmpty()) {
      LOG.error("challenge.kind stays {}: this gateway has no questions", settings.kind());
      return;
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
