package seckill.standalone.rehearsal.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seckill.config.YamlFile;

class QuizTest {
  @Test
  @DisplayName("the bank holds the right answer to each of its questions, some with choices")
  void answers(@TempDir Path directory) throws Exception {
    Quiz quiz = new Quiz(7);

    JsonArray questions = YamlFile.read("quiz", quiz.write(directory)).getJsonArray("questions");

    assertThat(questions).hasSizeGreaterThan(10);
    for (Object entry : questions) {
      JsonObject question = (JsonObject) entry;
      String answer = quiz.answer(question.getString("question"));
      assertThat(question.getJsonArray("answers")).containsExactly(answer);
      if (question.containsKey("choices")) {
        assertThat(question.getJsonArray("choices")).contains(answer).doesNotHaveDuplicates();
      }
    }
    assertThat(questions).anyMatch(question -> ((JsonObject) question).containsKey("choices"));
  }

  @Test
  @DisplayName("the same seed makes the same bank")
  void seed(@TempDir Path a, @TempDir Path b) throws Exception {
    assertThat(Files.readString(new Quiz(7).write(a)))
        .isEqualTo(Files.readString(new Quiz(7).write(b)));
  }
}
