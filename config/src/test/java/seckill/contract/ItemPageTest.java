package seckill.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ItemPageTest {
  private static final String WHOLE =
      """
      {"group": "phone-x", "title": {"zh": "手机", "en": "Phone"}, "description": "Both <b>",
       "pictures": ["a.svg", "b-2.webp"],
       "variant": [{"of": {"zh": "颜色", "en": "Colour"}, "is": "Black"}]}
      """;

  @Test
  @DisplayName("a page is read and written again; a text is one for both languages, or two")
  void roundTrips() {
    JsonObject json = new JsonObject(WHOLE);
    ItemPage page = ItemPage.fromJson(json);
    assertThat(page.title()).isEqualTo(new PageText("手机", "Phone"));
    assertThat(page.description()).isEqualTo(new PageText("Both <b>", "Both <b>"));
    assertThat(page.pictures()).containsExactly("a.svg", "b-2.webp");
    assertThat(page.toJson()).isEqualTo(json);
    assertThat(ItemPage.fromJson(page.toJson())).isEqualTo(page);
    assertThat(page.inGroup("other").group()).isEqualTo("other");
    assertThat(page.title().in(true)).isEqualTo("手机");
  }

  @Test
  @DisplayName("all of it may be left out, and one language stands for a missing other")
  void leavesOut() {
    assertThat(ItemPage.fromJson(null)).isEqualTo(ItemPage.PLAIN);
    assertThat(ItemPage.fromJson(new JsonObject())).isEqualTo(ItemPage.PLAIN);
    assertThat(ItemPage.PLAIN.toJson()).isEmpty();
    assertThat(ItemPage.PLAIN.inGroup("g")).isEqualTo(ItemPage.PLAIN);
    ItemPage chinese = ItemPage.fromJson(new JsonObject("{\"title\": {\"zh\": \"茶\"}}"));
    assertThat(chinese.title()).isEqualTo(new PageText("茶", "茶"));
  }

  @Test
  @DisplayName("an item keeps its page, and has none unless it was given one")
  void itemsKeepThem() {
    JsonObject json =
        new JsonObject()
            .put("itemId", "1")
            .put("sku", "s")
            .put("name", "n")
            .put("priceCents", 1)
            .put("totalStock", 1)
            .put("startAt", "2026-12-01T02:00:00Z")
            .put("endAt", "2026-12-01T03:00:00Z");
    assertThat(ItemSpec.fromJson(json).toJson().containsKey("page")).isFalse();
    ItemSpec item = ItemSpec.fromJson(json.put("page", new JsonObject(WHOLE)));
    assertThat(item.toJson().getJsonObject("page")).isEqualTo(new JsonObject(WHOLE));
  }

  @Test
  @DisplayName("the longest page fits into a request")
  void fitsIntoARequest() {
    JsonObject longest = new JsonObject(WHOLE);
    longest.put(
        "description", new JsonObject().put("zh", "茶".repeat(300)).put("en", "x".repeat(900)));
    longest.put("title", new JsonObject().put("zh", "茶".repeat(60)).put("en", "x".repeat(200)));
    longest.put("pictures", List.of("a.svg", "b.svg", "c.svg", "d.svg", "e.svg", "f.svg"));
    assertThat(ItemPage.fromJson(longest).toJson().toBuffer().length()).isLessThan(3_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"titel\": \"a\"}",
        "{\"title\": \"\"}",
        "{\"title\": 5}",
        "{\"title\": {\"fr\": \"a\"}}",
        "{\"title\": {\"zh\": 5}}",
        "{\"title\": {}}",
        "{\"title\": \"a\\nb\"}",
        "{\"description\": [\"a\"]}",
        "{\"pictures\": \"a.svg\"}",
        "{\"pictures\": [\"../a.svg\"]}",
        "{\"pictures\": [\"a/b.svg\"]}",
        "{\"pictures\": [\"https://x.example/a.svg\"]}",
        "{\"pictures\": [\"a.html\"]}",
        "{\"pictures\": [\".svg\"]}",
        "{\"pictures\": [5]}",
        "{\"pictures\": [\"a.svg\", \"a.svg\"]}",
        "{\"pictures\": [\"a.svg\", \"b.svg\", \"c.svg\", \"d.svg\", \"e.svg\", \"f.svg\", \"g.svg\"]}",
        "{\"group\": \"g\"}",
        "{\"variant\": [{\"of\": \"a\", \"is\": \"b\"}]}",
        "{\"group\": \"G\", \"variant\": [{\"of\": \"a\", \"is\": \"b\"}]}",
        "{\"group\": \"g\", \"variant\": []}",
        "{\"group\": \"g\", \"variant\": [{\"of\": \"a\"}]}",
        "{\"group\": \"g\", \"variant\": [{\"of\": \"a\", \"is\": \"b\", \"x\": 1}]}",
        "{\"group\": \"g\", \"variant\": [\"black\"]}",
        "{\"group\": \"g\", \"variant\": {\"of\": \"a\", \"is\": \"b\"}}"
      })
  @DisplayName("a page that means nothing is refused")
  void refuses(String json) {
    assertThatThrownBy(() -> ItemPage.fromJson(new JsonObject(json)))
        .isInstanceOfSatisfying(
            SeckillException.class, e -> assertThat(e.outcome()).isSameAs(Outcome.BAD_REQUEST));
  }
}
