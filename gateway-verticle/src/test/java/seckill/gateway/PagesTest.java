package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Addresses;

class PagesTest extends GateTest {
  private static final String POLICY = "Content-Security-Policy";
  private static final Pattern ASSET = Pattern.compile("assets/([A-Za-z0-9._-]+)");
  private static final int HEAVIEST = 100_000;

  private volatile JsonArray items = new JsonArray().add(item(1001, new JsonObject()));

  @Override
  Map<String, String> environment() {
    return Map.of("SECKILL_PAGES_POLL_MILLIS", "1500");
  }

  @BeforeEach
  void listItems() {
    till.answer(Addresses.ITEM_LIST, () -> new JsonObject().put("items", items));
    preheat(items);
  }

  private static JsonObject item(long itemId, JsonObject page) {
    return new JsonObject()
        .put("itemId", Long.toString(itemId))
        .put("sku", "sku")
        .put("name", "Tea <b>\"'&</b> 茶" + itemId)
        .put("priceCents", 149_900)
        .put("totalStock", 10)
        .put("startAt", "2026-12-01T02:00:00Z")
        .put("endAt", "2036-12-01T03:00:00Z")
        .put("gate", new JsonObject().put("waitingRoom", false))
        .put("page", page)
        .put("status", "OPEN");
  }

  private void preheat(JsonArray now) {
    items = now;
    vertx.eventBus().publish(Addresses.EVENT_PREHEATED, new JsonObject().put("itemId", ITEM));
    String last = now.getJsonObject(now.size() - 1).getString("itemId");
    await().until(() -> get("/zh/items/" + last + "/").status() == 200);
  }

  private Reply get(String path, String... headers) {
    var request = gate.request(path, null);
    return gate.send(headers.length == 0 ? request : request.headers(headers)).join();
  }

  private List<String> assetsOf(String html) {
    return ASSET.matcher(html).results().map(match -> match.group(1)).distinct().toList();
  }

  @Test
  @DisplayName("opening a page asks the till nothing, however often; news of a preheat make it")
  void opensOutOfMemory() {
    till.requests.clear();
    for (int i = 0; i < 20; i++) {
      Reply page = get("/zh/items/1001/");
      assertThat(page.status()).isEqualTo(200);
      assertThat(page.body()).contains("¥1,499.00").contains("2026-12-01 10:00 (UTC+08:00)");
      assetsOf(page.body()).forEach(file -> get("/assets/" + file));
    }
    assertThat(till.requests).isEmpty();
    preheat(new JsonArray().add(item(1002, new JsonObject())));
    assertThat(get("/en/items/1001/").status()).isEqualTo(404);
    assertThat(get("/zh/").body()).contains("items/1002/").doesNotContain("items/1001/");
  }

  @Test
  @DisplayName("pages outlive a till that is gone")
  void outlivesTheTill() {
    till.leave();
    assertThat(get("/en/items/1001/").status()).isEqualTo(200);
    assertThat(get("/en/").status()).isEqualTo(200);
  }

  @Test
  @DisplayName("a page may be kept for a moment by all, and is asked for by its tag afterwards")
  void pagesAreCacheable() {
    Reply page = get("/en/items/1001/");
    assertThat(page.header("Cache-Control")).isEqualTo("public, max-age=10");
    assertThat(page.header("Vary")).isEqualToIgnoringCase("accept-encoding");
    assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
    String tag = page.header("ETag");
    Reply again = get("/en/items/1001/", "If-None-Match", tag);
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(again.header("ETag")).isEqualTo(tag);
    assertThat(get("/en/items/1001/", "If-None-Match", "\"other\"").status()).isEqualTo(200);
    assertThat(get("/zh/items/1001/").header("ETag")).isNotEqualTo(tag);
    preheat(new JsonArray().add(item(1001, new JsonObject()).put("priceCents", 1)));
    await().until(() -> !get("/en/items/1001/").header("ETag").equals(tag));
    assertThat(get("/en/items/1001/", "If-None-Match", tag).status()).isEqualTo(200);
  }

  @Test
  @DisplayName("scripts, styles and pictures have names that change with them, and are kept a year")
  void assetsAreKept() {
    JsonObject page = new JsonObject().put("pictures", new JsonArray().add("bottle.svg"));
    preheat(new JsonArray().add(item(1003, page)));
    List<String> files = assetsOf(get("/en/items/1003/").body());
    assertThat(files).anyMatch(file -> file.endsWith(".css")).anyMatch(f -> f.endsWith(".svg"));
    for (String file : files) {
      assertThat(file).matches(".+\\.[0-9a-f]{12}\\.(js|css|svg)");
      Reply asset = get("/assets/" + file);
      assertThat(asset.status()).as(file).isEqualTo(200);
      assertThat(asset.header("Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
      assertThat(asset.header(POLICY)).startsWith("default-src 'none'");
      Matcher imports = Pattern.compile("from '\\./([^']+)'").matcher(asset.body());
      while (file.endsWith(".js") && imports.find()) {
        assertThat(files).contains(imports.group(1));
      }
    }
    assertThat(get("/assets/page.css").status()).isEqualTo(404);
    assertThat(get("/assets/..%2Fproblems.properties").status()).isEqualTo(404);
  }

  @Test
  @DisplayName("who takes gzip gets less, with the same tag")
  void zips() throws IOException {
    String plain = gate.rawTarget("GET", "/en/items/1001/");
    String zipped = gate.rawTarget("GET", "/en/items/1001/", "Accept-Encoding: br, gzip");
    assertThat(plain.toLowerCase(java.util.Locale.ROOT)).doesNotContain("content-encoding");
    assertThat(zipped.toLowerCase(java.util.Locale.ROOT)).contains("content-encoding: gzip");
    assertThat(zipped.length()).isLessThan(plain.length() * 2 / 3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/en/items/1001/",
        "/zh/",
        "/zh/orders/",
        "/en/items/1001",
        "/zh/items/777/",
        "css"
      })
  @DisplayName("a HEAD tells all of a page or file but what stands in it")
  void heads(String path) throws IOException {
    String html = get("/en/items/1001/").body();
    String file = assetsOf(html).stream().filter(name -> name.endsWith(".css")).findAny().get();
    String target = path.equals("css") ? "/assets/" + file : path;
    String tag = "If-None-Match: " + get(target, "Accept", "*/*").header("ETag");
    for (String more : List.of("Accept: */*", "Accept-Encoding: gzip", tag)) {
      String got = gate.rawTarget("GET", target, more);
      String head = gate.rawTarget("HEAD", target, more);
      assertThat(head).isEqualTo(got.substring(0, got.indexOf("\r\n\r\n") + 4));
    }
    assertThat(gate.rawTarget("HEAD", target)).containsIgnoringCase("content-length: ");
  }

  @Test
  @DisplayName("words that were corrected are shown with the news of it")
  void corrections() {
    JsonObject page =
        new JsonObject().put("title", new JsonObject().put("zh", "茶").put("en", "Te"));
    preheat(new JsonArray().add(item(1008, page)));
    String tag = get("/en/items/1008/").header("ETag");
    items = new JsonArray().add(item(1008, new JsonObject().put("title", "Tea")));
    vertx.eventBus().publish(Addresses.EVENT_ITEM_PAGE, new JsonObject().put("itemId", "1008"));
    await().until(() -> get("/en/items/1008/").body().contains("<h1>Tea</h1>"));
    assertThat(get("/en/items/1008/").header("ETag")).isNotEqualTo(tag);
    assertThat(get("/zh/").body()).contains("<h2>Tea</h2>");
  }

  @Test
  @DisplayName("a page runs and asks nothing but files of its own host, and is shown in no frame")
  void policyIsStrict() {
    for (String path : List.of("/en/", "/zh/items/1001/", "/en/orders/", "/index.html", "/zh/x/")) {
      Reply page = get(path);
      if (page.header("Content-Type").startsWith("text/html")) {
        assertThat(page.header(POLICY))
            .contains("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'")
            .doesNotContain("unsafe", "http");
        assertThat(page.body())
            .doesNotContainPattern("<script(?![^>]* src=)")
            .doesNotContainPattern("\\son[a-z]+=")
            .doesNotContain("style=")
            .doesNotContain("https://", "http://", "\"//");
      }
    }
  }

  @Test
  @DisplayName("what operators write is text, whatever it looks like")
  void escapes() {
    JsonObject page =
        new JsonObject()
            .put("title", "</title><script>alert(1)</script>")
            .put(
                "description",
                new JsonObject().put("zh", "\"><img src=x onerror=a>").put("en", "'"))
            .put("pictures", new JsonArray().add("none.png"));
    preheat(new JsonArray().add(item(1004, page)).add(item(1005, new JsonObject())));
    for (String path : List.of("/zh/items/1004/", "/zh/items/1005/", "/zh/")) {
      String html = get(path).body();
      assertThat(html)
          .doesNotContain("<script>", "<img src=x", "<b>")
          .containsAnyOf("&lt;script&gt;alert(1)&lt;/script&gt;", "Tea &lt;b&gt;&quot;&#39;&amp;");
      assertThat(html).doesNotContain("none.png");
    }
  }

  @Test
  @DisplayName("a page of a hundred variants weighs less than 100 KB with all that it needs")
  void staysLight() {
    JsonArray many = new JsonArray();
    for (int i = 0; i < 100; i++) {
      JsonArray variant = new JsonArray();
      for (int axis = 0; axis < 2; axis++) {
        variant.add(
            new JsonObject()
                .put("of", new JsonObject().put("zh", "颜色").put("en", "Colour " + axis))
                .put("is", "choice " + (axis == 0 ? i / 10 : i % 10)));
      }
      many.add(item(2000 + i, new JsonObject().put("group", "g").put("variant", variant)));
    }
    preheat(many);
    String html = get("/en/items/2099/").body();
    assertThat(html).isEqualTo(get("/en/items/2000/").body());
    assertThat(html.split("data-item=")).hasSize(101);
    int weight = html.length();
    for (String file : assetsOf(html)) {
      weight += get("/assets/" + file).body().length();
    }
    assertThat(weight).isLessThan(HEAVIEST);
  }

  @ParameterizedTest
  @CsvSource({
    "/, 'zh-CN,en;q=0.5', '', /zh/",
    "/, en, '', /en/",
    "/, fr, '', /en/",
    "/, zh, 'a=b; seckill-language=en', /en/",
    "/, en, 'seckill-language=fr', /en/",
    "/items/1001, zh, '', /zh/items/1001/",
    "/zh, en, '', /zh/",
    "/en/orders, zh, '', /en/orders/",
    "/zh/items/1001, en, '', /zh/items/1001/"
  })
  @DisplayName(
      "a path without a language leads to one that was chosen or asked for; one without its slash there")
  void findsTheLanguage(String path, String accepted, String cookie, String leadsTo) {
    Reply reply = get(path, "Accept-Language", accepted, "Cookie", cookie);
    assertThat(reply.status()).isEqualTo(302);
    assertThat(reply.header("Location")).isEqualTo(leadsTo);
    assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
  }

  @Test
  @DisplayName("an item that has no page is told in the page's language, and not kept")
  void missing() {
    Reply page = get("/zh/items/777/", "Accept", "text/html");
    assertThat(page.status()).isEqualTo(404);
    assertThat(page.body()).contains("没有这个页面");
    assertThat(get("/fr/items/1001/").code()).isEqualTo("NOT_FOUND");
    assertThat(get("/items/01").status()).isEqualTo(400);
  }

  @Test
  @DisplayName("an open page hears state and stock of all its variants at once, and when to ask")
  void live() {
    JsonObject black =
        new JsonObject()
            .put("group", "g")
            .put("variant", new JsonArray().add(new JsonObject().put("of", "c").put("is", "b")));
    preheat(new JsonArray().add(item(1006, black)).add(item(1007, black)));
    till.answer(Addresses.ITEM_STOCK, () -> new JsonObject().put("stock", 7).put("status", "OPEN"));
    Reply reply = get("/api/items/1007/live");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("Cache-Control")).isEqualTo("public, max-age=1");
    assertThat(reply.json().getLong("pollAfterMillis")).isEqualTo(1500);
    JsonArray told = reply.json().getJsonArray("items");
    assertThat(told).hasSize(2);
    assertThat(told.getJsonObject(0).getString("itemId")).isEqualTo("1006");
    assertThat(told.getJsonObject(0).getInteger("stock")).isEqualTo(7);
    assertThat(told.getJsonObject(0).getString("state")).isIn("OPEN", "UPCOMING");
    assertThat(get("/api/items/4711/live").status()).isEqualTo(404);
    assertThat(get("/api/items/x/live").status()).isEqualTo(400);
  }
}
