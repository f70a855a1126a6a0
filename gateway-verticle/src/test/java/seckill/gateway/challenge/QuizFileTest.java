package seckill.gateway.challenge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.config.ConfigException;

class QuizFileTest {
  @TempDir private Path directory;

  private List<QuizQuestion> read(String yaml) throws IOException {
    Path file = directory.resolve("quiz.yaml");
    Files.writeString(file, yaml);
    return QuizFile.read(file.toString());
  }

  private static List<QuizQuestion> demo() {
    return QuizFile.read(Path.of("../config/demo/quiz.yaml").toString());
  }

  @Test
  @DisplayName("the demo bank can be read, in both languages")
  void demoBank() {
    assertThat(demo()).hasSizeGreaterThan(5);
    assertThat(demo()).extracting(QuizQuestion::language).contains("zh", "en", "");
  }

  @Test
  @DisplayName("answers are kept in the spelling that they are compared in")
  void normalAnswers() throws IOException {
    QuizQuestion question =
        read("questions: [{question: ' Why? ', answers: [' BeCause ', '４２']}]").get(0);
    assertThat(question.text()).isEqualTo("Why?");
    assertThat(question.answers()).containsExactly("because", "42");
    assertThat(question.choices()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "questions: []                                                | under 'questions'",
        "{}                                                           | under 'questions'",
        "questions: 3                                                 | under 'questions'",
        "{questions: [{question: a, answers: [b]}], more: 1}          | and nothing else",
        "questions: [a]                                               | question 1 of",
        "questions: [{question: a, answers: [b]}, {answers: [b]}]     | question 2 of",
        "questions: [{question: '', answers: [b]}]                    | needs a text",
        "questions: [{question: 7, answers: [b]}]                     | needs a text",
        "questions: [{question: a}]                                   | 1 to 16 answers",
        "questions: [{question: a, answers: []}]                      | 1 to 16 answers",
        "questions: [{question: a, answers: b}]                       | 1 to 16 answers",
        "questions: [{question: a, answers: [yes]}]                   | put it into quotes",
        "questions: [{question: a, answers: [8]}]                     | put it into quotes",
        "questions: [{question: a, answers: [' ']}]                   | 1 to 128 bytes",
        "questions: [{question: a, answers: [B, b]}]                  | twice",
        "questions: [{question: a, answer: [b], answers: [b]}]        | unknown field 'answer'",
        "questions: [{question: a, answers: [b], language: fr}]       | other than zh and en",
        "questions: [{question: a, choices: [b], answers: [b]}]       | two or more choices",
        "questions: [{question: a, choices: [b, Ｂ], answers: [b]}]    | twice",
        "questions: [{question: a, choices: [b, c], answers: [d]}]    | none of its choices",
        "questions: [{question: a, choices: [b, c], answers: [b, c]}] | answered wrongly",
        "'questions: [{question: a, answers: [b]'                     | is not YAML",
      })
  @DisplayName("a mistake is told in one line that names the setting, the question and the fault")
  void mistakes(String yaml, String fault) {
    assertThatThrownBy(() -> read(yaml))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("challenge.quizFile")
        .hasMessageContaining(fault)
        .hasMessageNotContaining("\n");
  }

  @Test
  @DisplayName("a file that is not there is told by its name")
  void missingFile() {
    assertThatThrownBy(() -> QuizFile.read("/nowhere/quiz.yaml"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("challenge.quizFile: cannot read /nowhere/quiz.yaml");
  }

  @Test
  @DisplayName("buyers are asked in their language, and in the other if there is no question in it")
  void languages() throws IOException {
    QuizBank both = new QuizBank(demo());
    Set<String> chinese = new HashSet<>();
    Set<String> english = new HashSet<>();
    for (int i = 0; i < 500; i++) {
      chinese.add(both.pick(true).language());
      english.add(both.pick(false).language());
    }
    assertThat(chinese).containsExactlyInAnyOrder("zh", "");
    assertThat(english).containsExactlyInAnyOrder("en", "");

    QuizBank one = new QuizBank(read("questions: [{question: a, answers: [b], language: zh}]"));
    assertThat(one.pick(false).language()).isEqualTo("zh");
  }

  @Test
  @DisplayName("choices are shown in changing order, so that a place says nothing")
  void shuffled() throws IOException {
    QuizQuestion question =
        read("questions: [{question: a, choices: [b, c, d], answers: [b]}]").get(0);
    QuizBank bank = new QuizBank(List.of(question));
    Set<String> first = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      List<String> choices = bank.shuffled(question);
      assertThat(choices).containsExactlyInAnyOrder("b", "c", "d");
      first.add(choices.get(0));
    }
    assertThat(first).hasSize(3);
  }
}
