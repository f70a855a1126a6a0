package seckill.gateway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Outcome;

class BoardWordsTest {
  private static final List<String> SCRIPTS =
      List.of(
          "core",
          "api",
          "operator",
          "trend",
          "live",
          "itemform",
          "goods",
          "books",
          "mail",
          "rules",
          "board");

  /** Words whose keys are put together, by how they begin or end. */
  private static final Pattern COMPOSED =
      Pattern.compile(
          "(tile|layer|service|sale|itemstate|verdict|finding|advice|letter|letter\\.sure|error"
              + "|books|health|storename|challenge|ledger|order|settlement|repair|repairstate"
              + "|letterstate|tried|reason|noticestate|event|found|kind|did|no(\\.[a-z]+)?)"
              + "\\.[A-Za-z_-]+|(preheat|pause|resume|recover)\\.(do|sure)");

  /** What only buyers hear, and what leads an operator back to the login. */
  private static final Set<Outcome> NOT_FOR_OPERATORS =
      EnumSet.of(
          Outcome.ACCEPTED,
          Outcome.SOLD_OUT,
          Outcome.DUPLICATE,
          Outcome.NOT_STARTED,
          Outcome.ENDED,
          Outcome.NOT_ADMITTED,
          Outcome.NOT_RESERVED,
          Outcome.CHALLENGE_REQUIRED,
          Outcome.CHALLENGE_INVALID,
          Outcome.CHALLENGE_WRONG,
          Outcome.CHALLENGE_USED_UP,
          Outcome.CHALLENGE_EXPIRED,
          Outcome.LAPSE_LIMIT,
          Outcome.PLACE_EXPIRED,
          Outcome.AMOUNT_MISMATCH,
          Outcome.UNAUTHENTICATED);

  private static JsonObject all(Language language) {
    String module = Words.ofBoard(language).asModule();
    return new JsonObject(module.substring(module.indexOf('{'), module.lastIndexOf('}') + 1));
  }

  private static Set<String> places(String text) {
    return Pattern.compile("\\{\\d}")
        .matcher(text)
        .results()
        .map(match -> match.group())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  @DisplayName("the board has the same words in both languages, with the same places to fill in")
  void bothAlike() {
    JsonObject english = all(Language.EN);
    JsonObject chinese = all(Language.ZH);
    assertThat(chinese.fieldNames()).isEqualTo(english.fieldNames());
    for (String key : english.fieldNames()) {
      assertThat(places(chinese.getString(key))).as(key).isEqualTo(places(english.getString(key)));
    }
  }

  @Test
  @DisplayName("whatever refuses an operator has words in both languages, never a bare code")
  void refusals() {
    for (Language language : Language.values()) {
      Set<String> words = all(language).fieldNames();
      for (Outcome outcome : EnumSet.complementOf(EnumSet.copyOf(NOT_FOR_OPERATORS))) {
        assertThat(words).contains("no." + outcome);
      }
    }
    Set<String> verbs =
        Pattern.compile("verb: '([a-z]+)'|'(edit|create|preheat|pause|resume|recover|login)'")
            .matcher(scripts())
            .results()
            .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
            .collect(Collectors.toSet());
    assertThat(all(Language.EN).fieldNames())
        .filteredOn(key -> key.matches("no\\.[a-z]+\\..*"))
        .allSatisfy(key -> assertThat(verbs).contains(key.split("\\.")[1]));
  }

  private static String scripts() {
    return SCRIPTS.stream().map(name -> Resources.text(name + ".js")).collect(Collectors.joining());
  }

  @Test
  @DisplayName("whatever the board says has words, and no words are left over")
  void allAreUsed() {
    String scripts = scripts();
    // The page's title is filled in when the page is made.
    Set<String> used = new TreeSet<>(Set.of("board.title"));
    Pattern.compile("'([A-Za-z]+(?:\\.[A-Za-z_]+)*)'")
        .matcher(scripts)
        .results()
        .forEach(match -> used.add(match.group(1)));
    Pattern.compile("\\{\\{%([a-z.A-Z]+)}}")
        .matcher(Resources.text("board.html"))
        .results()
        .forEach(match -> used.add(match.group(1)));
    Set<String> words = all(Language.EN).fieldNames();
    assertThat(
            Pattern.compile("\\bt\\('([a-z.A-Z_]+[a-zA-Z])'[,)]")
                .matcher(
                    SCRIPTS.stream()
                        .filter(name -> !name.equals("core"))
                        .map(name -> Resources.text(name + ".js"))
                        .collect(Collectors.joining()))
                .results()
                .map(match -> match.group(1)))
        .allSatisfy(key -> assertThat(words).contains(key));
    assertThat(words)
        .filteredOn(key -> !Character.isUpperCase(key.charAt(0)))
        .filteredOn(key -> !COMPOSED.matcher(key).matches())
        .allSatisfy(key -> assertThat(used).contains(key));
  }
}
