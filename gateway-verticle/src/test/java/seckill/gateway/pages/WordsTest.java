package seckill.gateway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import seckill.contract.OrderStatus;
import seckill.contract.Outcome;

class WordsTest {
  private static final List<String> SCRIPTS =
      List.of(
          "core",
          "api",
          "clock",
          "poller",
          "session",
          "order",
          "room",
          "challenge",
          "buy",
          "item",
          "list",
          "orders",
          "choose");
  private static final List<String> TEMPLATES =
      List.of("frame", "item", "list", "orders", "choose", "missing");

  private static JsonObject all(Language language) {
    String module = Words.ofPages(language).asModule();
    return new JsonObject(module.substring(module.indexOf('{'), module.lastIndexOf('}') + 1));
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  @DisplayName("a page has words for every outcome of the API, and for every state of an order")
  void everyOutcome(Language language) {
    JsonObject words = all(language);
    for (Outcome outcome : Outcome.values()) {
      if (outcome != Outcome.ACCEPTED) {
        assertThat(words.getString(outcome + ".detail")).as(outcome.name()).isNotBlank();
      }
    }
    for (OrderStatus status : OrderStatus.values()) {
      assertThat(words.getString("order." + status)).as(status.name()).isNotBlank();
    }
    assertThat(words.getString("order.UNDER_REVIEW")).isNotBlank();
    assertThat(words.getString("order.FAILED")).isNotBlank();
    for (String chance : List.of("GOOD", "FAIR", "POOR", "NONE")) {
      assertThat(words.getString("room.chance." + chance)).isNotBlank();
    }
  }

  @Test
  @DisplayName("both languages have the same words, with the same places to fill in")
  void bothAlike() {
    JsonObject english = all(Language.EN);
    JsonObject chinese = all(Language.ZH);
    assertThat(chinese.fieldNames()).isEqualTo(english.fieldNames());
    for (String key : english.fieldNames()) {
      assertThat(places(chinese.getString(key))).as(key).isEqualTo(places(english.getString(key)));
    }
  }

  private static Set<String> places(String text) {
    Set<String> places = new TreeSet<>();
    Matcher matcher = Pattern.compile("\\{\\d}").matcher(text);
    while (matcher.find()) {
      places.add(matcher.group());
    }
    return places;
  }

  @Test
  @DisplayName("whatever scripts and templates say has words, and no words are left over")
  void allAreUsed() {
    Set<String> used = new TreeSet<>();
    List<String> beginnings = new ArrayList<>(List.of("order.", "state.", "room.chance."));
    for (String script : SCRIPTS) {
      String text = Resources.text(script + ".js");
      Matcher matcher = Pattern.compile("'([A-Za-z]+(?:\\.[A-Za-z_]+)*)'").matcher(text);
      while (matcher.find()) {
        used.add(matcher.group(1));
      }
    }
    for (String template : TEMPLATES) {
      Matcher matcher =
          Pattern.compile("\\{\\{%([a-z.A-Z]+)}}").matcher(Resources.text(template + ".html"));
      while (matcher.find()) {
        used.add(matcher.group(1));
      }
    }
    Set<String> words = all(Language.EN).fieldNames();
    Matcher told =
        Pattern.compile("\\bt\\('([a-z.A-Z_]+)'")
            .matcher(
                String.join("\n", SCRIPTS.stream().map(s -> Resources.text(s + ".js")).toList()));
    while (told.find()) {
      String key = told.group(1);
      assertThat(words.contains(key) || beginnings.contains(key)).as(key).isTrue();
    }
    assertThat(words)
        .filteredOn(key -> !Character.isUpperCase(key.charAt(0)))
        .filteredOn(key -> beginnings.stream().noneMatch(key::startsWith))
        // One is filled in by the gateway, the others by the code of what went wrong.
        .filteredOn(key -> !key.startsWith("error.") && !key.equals("list.from"))
        .allSatisfy(key -> assertThat(used).contains(key));
  }
}
