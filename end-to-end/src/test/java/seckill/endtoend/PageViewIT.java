package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seckill.contract.ItemPage;
import seckill.contract.ItemSpec;
import seckill.contract.OrderRules;
import seckill.contract.PageText;
import seckill.standalone.client.PageExport;
import seckill.standalone.client.Reply;

/** What a page shows of an item as it changes, and on what it is looked at. */
class PageViewIT extends PageCase {
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"(?!data:|#)([^\"]+)\"");

  private static final String PAY_IN = "#order .pay-in";

  @Test
  @DisplayName("a clock that is a day behind moves neither countdown, opening, nor time to pay")
  void wrongClock() {
    Instant opening = Instant.now().plusSeconds(5);
    sale.open(item(5, 5, opening, OPEN));
    awaitPage(5);
    String script =
        browser.before(
            """
            const Real = Date;
            const behind = 86400000;
            window.Date = class extends Real {
              constructor(...given) {
                super(...(given.length === 0 ? [Real.now() - behind] : given));
              }
              static now() { return Real.now() - behind; }
            };
            """);
    show("en", 5);
    logIn("wes");
    browser.awaitText("#countdown", "Opens in 00:0");
    assertThat(browser.find(ACT).isEnabled()).isFalse();
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> browser.find(ACT).isEnabled());
    assertThat(Instant.now()).isBetween(opening.minusMillis(100), opening.plusSeconds(3));
    browser.press(ACT, "Buy now");
    awaitOrder(5, "wes");
    browser.awaitText(PAY_IN, "Pay within 14:");
    browser.open("/en/orders/");
    browser.awaitText("#orders .pay-in", "Pay within 14:");
    browser.notBefore(script);
  }

  @Test
  @DisplayName("that the last unit has gone is told at once, and that one came back")
  void soldOut() {
    open(6, 1);
    String counting = new LiveQuestions(browser).count();
    show("en", 6);
    logIn("sol");
    browser.awaitText("#stock", "Only 1 left");
    String order = sale.buy(6, "other").orderId();
    new LiveQuestions(browser)
        .assertShownAtOnce("Sold out", () -> live(6).getInteger("stock", -1) == 0);
    browser.notBefore(counting);
    assertThat(browser.text("#say")).isEqualTo("Sold out.");
    browser.picture("sold-out");
    await()
        .atMost(LIMIT)
        .until(
            () -> SaleFixture.wait(sale.gateway(0).cancel(order, sale.token("other"))).succeeded());
    browser.press(ACT, "Buy now");
    awaitOrder(6, "sol");
  }

  @Test
  @DisplayName("the operator pauses, and the page says so within two seconds; and that it goes on")
  void pause() {
    open(8, 5);
    // A site with a login of its own, which leaves a token and leads back.
    browser.run("Object.assign(document.documentElement.dataset, {dev: '', login: '/login'})");
    browser.press(ACT, "Log in to buy");
    await().until(() -> browser.path().equals("/login?return=%2Fen%2Fitems%2F8%2F"));
    browser.run("localStorage.setItem('seckill.token', '" + sale.token("pat") + "')");
    LiveQuestions questions = new LiveQuestions(browser);
    final String counting = questions.count();
    show("en", 8);
    browser.awaitText(ACT, "Buy now");
    browser.awaitText("#who-name", "pat");
    SaleFixture.wait(sale.gateway(1).pauseAll());
    try {
      questions.assertShownAtOnce("Paused", () -> "PAUSED".equals(live(8).getString("state")));
      assertThat(browser.text("#alarm")).contains("The sale is paused");
      assertThat(browser.find(ACT).isEnabled()).isFalse();
    } finally {
      // Whatever comes of it, the other tests have to sell.
      SaleFixture.wait(sale.gateway(1).resumeAll());
    }
    questions.assertShownAtOnce("Buy now", () -> "OPEN".equals(live(8).getString("state")));
    browser.notBefore(counting);
  }

  @Test
  @DisplayName("the language is the reader's, until another one is chosen")
  void language() {
    PageText title = new PageText("酱香白酒 9", "Baijiu 9 <b>");
    PageText text = new PageText("一瓶难求。", "</p><script>document.title = 'run'</script>");
    ItemPage page = new ItemPage(null, title, text, List.of(), List.of());
    sale.open(item(9, 5, Instant.now().minusSeconds(60), OPEN, OrderRules.USUAL, page));
    awaitPage(9);
    browser.prefer("zh-CN,zh;q=0.9,en;q=0.5");
    browser.open("/");
    assertThat(browser.path()).isEqualTo("/zh/");
    browser.find("a[href='items/9/']").click();
    browser.awaitText("h1", "酱香白酒 9");
    browser.awaitText(ACT, "登录后购买");
    assertThat(browser.find("html").getAttribute("lang")).isEqualTo("zh");
    browser.find("#other-language").click();
    browser.awaitText("h1", "Baijiu 9 <b>");
    assertThat(browser.text("article")).contains("</p><script>");
    assertThat(browser.run("return document.title")).isEqualTo("Baijiu 9 <b>");
    assertThat(browser.text("article")).doesNotContainPattern("\\p{IsHan}");
    browser.open("/");
    assertThat(browser.path()).isEqualTo("/en/");
    browser.open("/index.html");
    await().until(() -> browser.path().equals("/en/"));
  }

  @Test
  @DisplayName("on a phone nothing sticks out; a page is light, and asks nobody but its own host")
  void phone() {
    open(10, 5);
    browser.screen(360, 740, true);
    show("zh", 10);
    logIn("phil", "登录后购买");
    browser.awaitText(ACT, "立即抢购");
    assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(360L);
    assertThat((Long) browser.run("return document.getElementById('act').offsetHeight"))
        .isGreaterThanOrEqualTo(44);
    assertThat(browser.nameless()).isEmpty();
    browser.picture("phone");
    assertThat(
            (Long)
                browser.run(
                    """
                    return performance.getEntries()
                      .filter((entry) => entry.decodedBodySize && !entry.name.includes('/api/'))
                      .reduce((sum, entry) => sum + entry.decodedBodySize, 0);
                    """))
        .isBetween(20_000L, 100_000L);
    assertThat(
            (List<?>)
                browser.run(
                    """
                    return performance.getEntriesByType('resource')
                      .map((entry) => new URL(entry.name).origin)
                      .filter((origin) => origin !== location.origin);
                    """))
        .isEmpty();
  }

  @Test
  @DisplayName("a slow connection buys; one that is lost comes back to what became of the order")
  void slowAndLost() {
    ItemSpec usual = item(12, 1, Instant.now().minusSeconds(60), OPEN);
    OrderRules hurry = new OrderRules(7, null);
    sale.open(item(12, 1, usual.startAt(), OPEN, hurry, usual.page()));
    awaitPage(12);
    browser.slowNetwork(250, 40_000);
    show("en", 12);
    logIn("sam");
    browser.press(ACT, "Buy now");
    awaitOrder(12, "sam");
    String lapsed = browser.text("#order .number");
    browser.awaitText(PAY_IN, "Pay within 00:0");
    browser.noNetwork();
    browser.awaitText("#alarm", "No connection to the shop");
    await().atMost(LIMIT).until(() -> statusOf(lapsed, "sam").equals("CLOSED"));
    assertThat(browser.text(STATUS)).contains("Please pay");
    browser.usualNetwork();
    browser.awaitText(STATUS, "Closed, since it was not paid in time.");
    assertThat(browser.text(PAY_IN)).isEmpty();
    assertThat(browser.find("#order .pay").isDisplayed()).isFalse();
    browser.press(ACT, "Buy now");
    awaitOrder(12, "sam");
    assertThat(browser.text("#order .number")).isNotEqualTo(lapsed);
  }

  private static String statusOf(String orderId, String user) {
    return SaleFixture.wait(sale.gateway(1).order(orderId, sale.token(user)))
        .body()
        .getString("status");
  }

  @Test
  @DisplayName("the words of a draft are changed before its preheat, and corrected while it sells")
  void corrections() {
    JsonObject draft = item(13, 5, Instant.now().minusSeconds(60), OPEN).toJson();
    SaleFixture.wait(sale.gateway(0).createItem(draft));
    draft.getJsonObject("page").put("title", "Bayjou 13").put("pictures", new JsonArray());
    put("/admin/items/13", draft);
    SaleFixture.wait(sale.gateway(0).preheat("13"));
    awaitPage(13);
    browser.awaitText("h1", "Bayjou 13");
    draft.getJsonObject("page").put("title", "Baijiu 13").remove("description");
    put("/admin/items/13/page", draft.getJsonObject("page"));
    // Sooner than gateways look by themselves.
    await()
        .atMost(Duration.ofSeconds(5))
        .until(
            () -> {
              browser.reload();
              return browser.text("h1").equals("Baijiu 13");
            });
    assertThat(browser.text("article")).contains("1,499.00").doesNotContain("Hard to get.");
  }

  private static void put(String path, JsonObject body) {
    Reply reply = SaleFixture.wait(sale.gateway(1).admin(HttpMethod.PUT, path, body));
    assertThat(reply.status()).as(reply.toString()).isEqualTo(200);
  }

  @Test
  @DisplayName("an export holds every page and all that they lean on, with relative links")
  void export(@TempDir Path directory) throws IOException {
    open(11, 5);
    PageExport.Result result = new PageExport(sale.gatewayUri()).into(directory);
    assertThat(directory.resolve("zh/items/11/index.html")).content().contains("酱香白酒 11");
    List<Path> pages;
    try (Stream<Path> files = Files.walk(directory)) {
      pages = files.filter(file -> file.toString().endsWith(".html")).toList();
    }
    assertThat(pages).hasSize(result.pages());
    Set<Path> files = new HashSet<>();
    for (Path page : pages) {
      Matcher links = LINK.matcher(Files.readString(page));
      while (links.find()) {
        assertThat(links.group(1)).doesNotStartWith("/").doesNotContain("://");
        Path file = page.resolveSibling(links.group(1)).normalize();
        assertThat(Files.isDirectory(file) ? file.resolve("index.html") : file)
            .isRegularFile()
            .startsWith(directory);
        files.add(file);
      }
    }
    assertThat(files.stream().filter(file -> file.getParent().endsWith("assets")))
        .hasSize(result.assets());
  }
}
