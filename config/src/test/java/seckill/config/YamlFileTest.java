package seckill.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlFileTest {
  static JsonObject settings(byte[] content) {
    return YamlFile.settings(Path.of("a.yaml"), content);
  }

  static JsonObject settings(String text) {
    return settings(text.getBytes(StandardCharsets.UTF_8));
  }

  private static JsonObject items(byte[] content) {
    try {
      return YamlFile.read("a.yaml", new ByteArrayInputStream(content));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static JsonObject items(String text) {
    return items(text.getBytes(StandardCharsets.UTF_8));
  }

  static void refused(byte[] content, String... parts) {
    for (boolean strict : new boolean[] {true, false}) {
      assertThatThrownBy(() -> assertThat(strict ? settings(content) : items(content)).isNull())
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("a.yaml")
          .hasMessageContainingAll(parts)
          .message()
          .hasLineCount(1);
    }
  }

  static void refused(String text, String... parts) {
    refused(text.getBytes(StandardCharsets.UTF_8), parts);
  }

  @ParameterizedTest
  @CsvSource({"GBK", "ISO-8859-1", "Shift_JIS", "GB18030"})
  @DisplayName("text of another encoding is no UTF-8, and the line is named")
  void otherEncodings(String encoding) {
    String text = "a: 1\nb: " + (encoding.startsWith("ISO") ? "naïve" : "茅台酒") + "\n";
    refused(text.getBytes(Charset.forName(encoding)), "is not UTF-8", "line 2", "save the file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE"})
  @DisplayName("UTF-16 and UTF-32 are told by name, with and without a byte order mark")
  void utf16(String encoding) {
    String marked = encoding.equals("UTF-32LE") ? "\uFEFFa: 1" : "a: 1";
    refused(marked.getBytes(Charset.forName(encoding)), "is not UTF-8", "UTF-16", "line 1");
  }

  @Test
  @DisplayName("a byte order mark of UTF-8 is no part of the text")
  void byteOrderMark() {
    assertThat(settings("\uFEFFa: {b: 1}").encode()).isEqualTo("{\"a\":{\"b\":1}}");
    assertThat(items("\uFEFF")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          a: 1\\nb: \\0x\\n           | line 2 | U+0000 (NUL)
          a: 1\\n\\7b: 1             | line 2 | U+0007
          a:\\n\\tb: 1                   | line 2 | TAB
          a: 1\\n# x\\nb: "open\\nc: 1\\n | line 5 | that begins in line 3
          a: 1\\nb: 'open                | line 2 | unexpected end of stream
          a: 1\\nb: @home                | line 2 | '@'
          a: 1\\nb: `x                   | line 2 | '`'
          a: 1\\nb: %x                   | line 2 | '%'
          a: 1\\nb: [1, 2\\nc: 1\\n        | line 3 | that begins in line 2
          a: 1\\nb: *none                | line 2 | undefined alias
          a: 1\\n--- \\nb: 1              | line 2 | single document
          a: 1\\n  b: 1                  | line 2 | mapping values are not allowed
          a: b: c                       | line 1 | mapping values are not allowed
          a: {b: 1,\\n c: 1,\\n b: 2}      | line 3 | duplicate key a.b
          a: 1\\nb: 2\\na: 3               | line 3 | duplicate key a
          a: 1\\nb: 2\\n"a": 3             | line 3 | which stands in line 1 already
          a: 1\\n8080: x                 | line 2 | not text: 8080
          a: 1\\n? [x]\\n: y              | line 2 | not text
          a: 1\\nb: !!binary aGk=        | line 2 | tag:yaml.org,2002:binary
          a: 1\\nb: !!int '5'            | line 2 | tag
          a: 1\\nb: !!str [x]            | line 2 | tag
          a: 1\\nb: !own x               | line 2 | !own
          a: 1\\nb: {<<: 5}              | line 2 | merge key
          a: 1\\nb: &x [*x]              | line 2 | contains itself
          a: &x {b: {<<: *x}}           | line 1 | contains itself
          - a                           | line 1 | a list
          words                         | line 1 | one value
          """)
  @DisplayName("every mistake is one line with the file, the line and the cause")
  void namesTheLine(String text, String line, String cause) {
    refused(text.translateEscapes(), line, cause);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0100",
        "-010",
        "+5",
        "15:00",
        "1:30:00",
        "1_000",
        "0x10",
        "0b1",
        "0o17",
        "1e3",
        "1.5e3",
        "1.0e+3",
        ".5",
        "5.",
        ".inf",
        "-.INF",
        ".nan",
        "yes",
        "No",
        "ON",
        "off",
        "True",
        "TRUE",
        "~",
        "Null",
        "NULL",
        "2026-12-01",
        "2026-12-01T10:00:00+08:00",
        "<<",
        "1_0.5",
        "y: 1"
      })
  @DisplayName("a settings file says what it means: other readings of a scalar are refused by name")
  void refusesAmbiguousSettings(String scalar) {
    if (scalar.equals("y: 1")) {
      // A name is text, however it looks; only a value could be meant in another way.
      assertThat(settings("a: {yes: 1, on: 2}").getJsonObject("a").fieldNames())
          .containsExactlyInAnyOrder("yes", "on");
      return;
    }
    for (String text :
        new String[] {"a: 1\nb:\n  c: " + scalar, "x: y\n\nb: {c: [" + scalar + "]}"}) {
      assertThatThrownBy(() -> settings(text))
          .isInstanceOf(ConfigException.class)
          .hasMessageContainingAll("has " + scalar + " for b.c", "in line 3")
          .message()
          .hasLineCount(1);
    }
    assertThat(settings("c: '" + scalar + "'").getString("c")).isEqualTo(scalar);
    assertThat(settings("c: !!str " + scalar).getString("c")).isEqualTo(scalar);
  }

  @Test
  @DisplayName("a value that may be a secret is not repeated")
  void keepsSecrets() {
    assertThatThrownBy(() -> settings("token: {hmacSecret: 0123456}"))
        .hasMessageContaining("token.hmacSecret in line 1")
        .hasMessageNotContaining("0123456");
  }

  @Test
  @DisplayName("outside of settings what is not plainly something else is text as it stands")
  void readsTextAsWritten() {
    assertThat(items("c: [0100, 15:00, yes, 2026-12-01T10:00:00+08:00, 1e3, ~]").getJsonArray("c"))
        .isEqualTo(
            new JsonArray()
                .add("0100")
                .add("15:00")
                .add("yes")
                .add("2026-12-01T10:00:00+08:00")
                .add("1e3")
                .add("~"));
  }

  @Test
  @DisplayName("numbers, truth values and null have one form, and the rest is text")
  void readsPlainScalars() {
    String text =
        "[0, -7, 3000000000, 99999999999999999999, 0.5, -12.25, true, false, null, a b,"
            + " 10.0.0.1, 1.2.3, 5s, -, --1, 00:1a]";
    JsonArray read = settings("c: " + text).getJsonArray("c");
    assertThat(read.getList())
        .containsExactly(
            0,
            -7,
            3000000000L,
            new BigInteger("99999999999999999999"),
            0.5,
            -12.25,
            true,
            false,
            null,
            "a b",
            "10.0.0.1",
            "1.2.3",
            "5s",
            "-",
            "--1",
            "00:1a");
    assertThat(settings("a: ::1").getString("a")).isEqualTo("::1");
    assertThat(settings("a:\nb: null").getMap()).containsEntry("a", null).containsEntry("b", null);
  }

  @Test
  @DisplayName(
      "what a section says itself goes before what it merges, the first merged before later")
  void merges() {
    String text =
        "a: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\nc: {<<: [*a, *b], x: 3}\nd: {x: 4, <<: *b}\n";
    assertThat(settings(text).getJsonObject("c").encode())
        .contains("\"x\":3", "\"y\":1", "\"z\":2");
    assertThat(settings(text).getJsonObject("d").encode())
        .contains("\"x\":4", "\"y\":2", "\"z\":2");
  }

  @Test
  @DisplayName("whatever the bytes are, the answer is a document or one line that names the file")
  void random() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    String alphabet = "ab:- \n\t'\"[]{}&*!|>%@`,?#~01.<=\\é茅\0";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(40); length > 0; length--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      for (boolean strict : new boolean[] {true, false}) {
        try {
          assertThat(strict ? settings(text.toString()) : items(text.toString())).isNotNull();
        } catch (ConfigException e) {
          assertThat(e.getMessage()).contains("a.yaml").hasLineCount(1).matches(".*line \\d+.*");
        } catch (RuntimeException e) {
          throw new AssertionError("seed " + seed + ", text " + text, e);
        }
      }
    }
  }
}
