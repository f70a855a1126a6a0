package seckill.gateway.challenge;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import seckill.config.ConfigException;
import seckill.config.YamlFile;
import seckill.contract.ChallengeAnswers;
import seckill.contract.SeckillException;
import seckill.contract.Texts;

/** Reads the operator's question bank, and says which question is wrong, and why. */
final class QuizFile {
  private static final Set<String> FIELDS = Set.of("question", "language", "choices", "answers");
  private static final Set<String> LANGUAGES = Set.of("zh", "en");
  private static final String QUESTIONS = "questions";
  private static final int MAX_QUESTION_BYTES = 1000;
  private static final int MAX_CHOICES = 10;
  private static final int MAX_ANSWERS = 16;

  private final String file;
  private int number;

  private QuizFile(String file) {
    this.file = file;
  }

  /**
   * The questions of a file. Blocks.
   *
   * @throws ConfigException one line that names the setting and the question
   */
  static List<QuizQuestion> read(String file) {
    try {
      return new QuizFile(file).questions(YamlFile.read("challenge.quizFile", Path.of(file)));
    } catch (InvalidPathException e) {
      throw new ConfigException("challenge.quizFile: cannot read " + file);
    }
  }

  private List<QuizQuestion> questions(JsonObject document) {
    if (!document.fieldNames().equals(Set.of(QUESTIONS))
        || !(document.getValue(QUESTIONS) instanceof JsonArray entries)
        || entries.isEmpty()) {
      throw new ConfigException(
          "challenge.quizFile: " + file + " must be a list under 'questions', and nothing else");
    }
    List<QuizQuestion> questions = new ArrayList<>(entries.size());
    for (Object entry : entries) {
      number++;
      if (!(entry instanceof JsonObject question)) {
        throw refused("must have the fields question and answers");
      }
      questions.add(question(question));
    }
    return List.copyOf(questions);
  }

  private QuizQuestion question(JsonObject json) {
    for (String field : json.fieldNames()) {
      if (!FIELDS.contains(field)) {
        throw refused("has an unknown field " + Texts.quote(field));
      }
    }
    if (!(json.getValue("question") instanceof String text)
        || text.isBlank()
        || !Texts.isPlain(text, MAX_QUESTION_BYTES)) {
      throw refused(
          "needs a text as question, of at most " + MAX_QUESTION_BYTES + " bytes on one line");
    }
    Object language = json.getValue("language", "");
    if (!"".equals(language) && !LANGUAGES.contains(language)) {
      throw refused("has a language other than zh and en");
    }
    List<String> choices = texts(json, "choices", 0, MAX_CHOICES);
    List<String> answers = normal("answers", texts(json, "answers", 1, MAX_ANSWERS));
    requireSound(choices, answers);
    return new QuizQuestion(text.strip(), (String) language, choices, answers);
  }

  private void requireSound(List<String> choices, List<String> answers) {
    if (choices.isEmpty()) {
      return;
    }
    List<String> different = normal("choices", choices);
    if (different.size() < 2) {
      throw refused("must have two or more choices, or none");
    }
    for (String answer : answers) {
      if (!different.contains(answer)) {
        throw refused("has the answer " + Texts.quote(answer) + ", which is none of its choices");
      }
    }
    if (answers.size() == choices.size()) {
      throw refused("cannot be answered wrongly: every choice is an answer");
    }
  }

  private List<String> texts(JsonObject json, String field, int least, int most) {
    Object value = json.getValue(field, new JsonArray());
    if (!(value instanceof JsonArray array) || array.size() < least || array.size() > most) {
      throw refused("must have " + least + " to " + most + " " + field + ", as a list");
    }
    List<String> texts = new ArrayList<>(array.size());
    for (Object element : array) {
      if (!(element instanceof String text)) {
        // A plain 5 is a number, and a plain true no text.
        throw refused("has " + element + " among its " + field + ": put it into quotes");
      }
      texts.add(text.strip());
    }
    return List.copyOf(texts);
  }

  private List<String> normal(String field, List<String> texts) {
    try {
      List<String> normal = texts.stream().map(ChallengeAnswers::normal).toList();
      if (new HashSet<>(normal).size() < normal.size()) {
        throw refused("says one of its " + field + " twice");
      }
      return normal;
    } catch (SeckillException e) {
      throw refused(
          "has an entry of "
              + field
              + " that is not 1 to "
              + ChallengeAnswers.MAX_BYTES
              + " bytes of text");
    }
  }

  private ConfigException refused(String why) {
    return new ConfigException(
        "challenge.quizFile: question " + number + " of " + file + " " + why);
  }
}
