package seckill.gateway.challenge;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import seckill.config.ConfigException;

/** The operator's questions, asked at random. Thread-safe. */
final class QuizBank {
  private final List<QuizQuestion> chinese;
  private final List<QuizQuestion> english;
  private final SecureRandom random = new SecureRandom();

  /**
   * @param questions may be empty
   */
  QuizBank(List<QuizQuestion> questions) {
    this.chinese = in("zh", questions);
    this.english = in("en", questions);
  }

  /**
   * Reads the bank. Blocks.
   *
   * @throws ConfigException one line that names the setting
   */
  static QuizBank load(ChallengeSettings settings) {
    if (!settings.quizFile().isBlank()) {
      return new QuizBank(QuizFile.read(settings.quizFile()));
    }
    if (settings.kind() == ChallengeKind.QUIZ) {
      throw new ConfigException(
          "challenge.kind QUIZ needs questions, and challenge.quizFile"
              + " (SECKILL_CHALLENGE_QUIZ_FILE) names no file");
    }
    return new QuizBank(List.of());
  }

  // Who has no question in the own language gets one in the other.
  private static List<QuizQuestion> in(String language, List<QuizQuestion> questions) {
    List<QuizQuestion> suited =
        questions.stream()
            .filter(q -> q.language().isEmpty() || q.language().equals(language))
            .toList();
    return suited.isEmpty() ? questions : suited;
  }

  boolean isEmpty() {
    return english.isEmpty();
  }

  /** A question of a bank that is not empty. */
  QuizQuestion pick(boolean inChinese) {
    List<QuizQuestion> suited = inChinese ? chinese : english;
    return suited.get(random.nextInt(suited.size()));
  }

  /** The choices of a question in another order each time. */
  List<String> shuffled(QuizQuestion question) {
    List<String> choices = new ArrayList<>(question.choices());
    Collections.shuffle(choices, random);
    return choices;
  }
}
