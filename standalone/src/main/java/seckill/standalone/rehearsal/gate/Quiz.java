package seckill.standalone.rehearsal.gate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import seckill.standalone.process.SaleException;

/** A question bank whose answers the rehearsal knows: half to be chosen, half to be typed. */
final class Quiz {
  private static final int QUESTIONS = 40;
  private static final int MAX_NUMBER = 1000;

  private final Map<String, String> answers = new LinkedHashMap<>();
  private final StringBuilder yaml = new StringBuilder("questions:\n");

  Quiz(long seed) {
    Random random = new Random(seed);
    while (answers.size() < QUESTIONS) {
      add(random.nextInt(MAX_NUMBER), random.nextInt(MAX_NUMBER));
    }
  }

  private void add(int a, int b) {
    String question = "What is " + a + " plus " + b + "?";
    String answer = Integer.toString(a + b);
    if (answers.put(question, answer) != null) {
      return;
    }
    yaml.append("  - question: \"").append(question).append("\"\n");
    if (answers.size() % 2 == 0) {
      yaml.append(String.format("    choices: [\"%s\", \"%d\", \"%d\"]%n", answer, a + b + 1, a));
    }
    yaml.append("    answers: [\"").append(answer).append("\"]\n");
  }

  /** Writes the file that the gateways read. */
  Path write(Path directory) {
    Path file = directory.resolve("quiz.yaml");
    try {
      return Files.writeString(file, yaml);
    } catch (IOException e) {
      throw new SaleException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /** The right answer; an empty text for a question that is not in the bank. */
  String answer(String question) {
    return answers.getOrDefault(question, "");
  }
}
