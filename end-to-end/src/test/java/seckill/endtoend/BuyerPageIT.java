package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import seckill.contract.ItemGate;
import seckill.contract.ItemGate.ChallengeMode;
import seckill.contract.ItemPage;
import seckill.contract.ItemSpec;
import seckill.contract.OrderRules;
import seckill.contract.PageText;
import seckill.standalone.client.Reply;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** What a buyer sees and does in a browser, on real services. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class BuyerPageIT {
  private static final Duration SOON = Duration.ofSeconds(2);
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final ItemGate OPEN = new ItemGate(false, ChallengeMode.NEVER, null);
  private static final String ACT = "#act";
  private static final String STATUS = "#order .status";

  private static SaleFixture sale;
  private static Browser browser;

  @BeforeAll
  static void start(TestRedis redis, TestMySql mysql, @TempDir Path directory) throws IOException {
    Path quiz = directory.resolve("quiz.yaml");
    Files.writeString(quiz, "questions:\n  - question: 3 × 17 = ?\n    answers: [\"51\"]\n");
    // First, since without a browser nothing else has to be started.
    browser = Browser.start(directory.resolve("profile"), "");
    sale =
        SaleFixture.inThisJvm(
            redis,
            mysql,
            Map.of(
                "SECKILL_PAGES_DEV_LOGIN", "true",
                "SECKILL_CHALLENGE_KIND", "QUIZ",
                "SECKILL_CHALLENGE_QUIZ_FILE", quiz.toString(),
                "SECKILL_ROOM_FIND_MILLIS", "200"));
    browser = browser.at(sale.gatewayUri().toString());
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
    if (sale != null) {
      sale.close();
    }
  }

  @BeforeEach
  void begin() {
    browser.open("/en/orders/");
    browser.forgetEverything();
    browser.screen(1200, 1000, false);
    browser.prefer("en");
  }

  @AfterEach
  void nothingBroke() {
    assertThat(browser.complaints()).isEmpty();
  }

  private static ItemSpec item(long itemId, long stock, Instant startAt, ItemGate gate) {
    return new ItemSpec(
        itemId,
        "sku-" + itemId,
        "Item " + itemId,
        149_900,
        stock,
        startAt,
        Instant.now().plusSeconds(3600),
        gate,
        OrderRules.USUAL,
        new ItemPage(
            null,
            new PageText("酱香白酒 " + itemId, "Baijiu <" + itemId + ">"),
            new PageText("一瓶难求。", "Hard to get. </p><script>alert(1)</script>"),
            List.of("bottle.svg"),
            List.of()));
  }

  private static void open(long itemId, long stock) {
    sale.open(item(itemId, stock, Instant.now().minusSeconds(60), OPEN));
    awaitPage(itemId);
  }

  private static void awaitPage(long itemId) {
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              browser.open("/en/items/" + itemId + "/");
              return browser.text("h1").contains("<" + itemId + ">");
            });
  }

  private static void show(String language, long itemId) {
    browser.open("/" + language + "/items/" + itemId + "/");
  }

  private static void logIn(String user, String label) {
    browser.press(ACT, label);
    browser.find("#login-user").sendKeys(user + Keys.ENTER);
    browser.awaitText("#who-name", user);
  }

  private static void logIn(String user) {
    logIn(user, "Log in to buy");
  }

  private static void awaitOrder(long itemId, String user) {
    browser.awaitText(STATUS, "The order is made");
    Reply mine = SaleFixture.wait(sale.gateway(1).mine(Long.toString(itemId), sale.token(user)));
    assertThat(browser.text("#order .number")).isEqualTo(mine.orderId());
  }

  private static void assertSoldOnce(long itemId, long stock) {
    assertThat(sale.settled(itemId).orders()).hasSize(1);
    assertThat(sale.books(itemId).remaining()).isEqualTo(stock - 1);
  }

  @Test
  @DisplayName(
      "the whole way: register, wait in the room, the sale opens, challenge, order, pay, list")
  void wholeWay() {
    Instant opening = Instant.now().plusSeconds(8);
    ItemGate.Reservation reservation =
        new ItemGate.Reservation(opening.minusSeconds(600), opening.plusSeconds(600));
    sale.open(item(1, 5, opening, new ItemGate(true, ChallengeMode.ALWAYS, reservation)));
    awaitPage(1);
    browser.prefer("zh-CN");
    browser.open("/items/1");
    assertThat(browser.path()).isEqualTo("/zh/items/1/");
    browser.awaitText("#countdown", "距开始还有 00:0");
    logIn("阿 明", "登录后购买");
    browser.press(ACT, "立即预约");
    browser.awaitText("#say", "您已预约");
    browser.press(ACT, "进入等候室");
    browser.awaitText("#room-place", "第 1 位");
    browser.picture("waiting-room");
    assertThat(browser.find(ACT).isEnabled()).isFalse();

    browser.press(ACT, "立即抢购");
    browser.awaitText("#challenge-question", "3 × 17 = ?");
    browser.picture("challenge");
    browser.find("#challenge-answer").sendKeys("51" + Keys.ENTER);
    browser.awaitText(STATUS, "下单成功");
    browser.picture("order");
    browser.press("#order .pay", "付款(演示)");
    browser.awaitText(STATUS, "已付款");
    String order = browser.text("#order .number");
    browser.open("/zh/orders/");
    browser.awaitText("#orders li .number", order);
    browser.awaitText("#orders li .status", "已付款");
    browser.picture("orders");
    assertSoldOnce(1, 5);
  }

  @Test
  @DisplayName("with nothing but a keyboard a unit is bought, and given back")
  void keyboardOnly() {
    open(2, 5);
    tabTo("act");
    browser.press();
    browser.type("kim" + Keys.ENTER);
    browser.awaitText("#who-name", "kim");
    browser.awaitText(ACT, "Buy now");
    tabTo("act");
    browser.press();
    awaitOrder(2, "kim");
    browser.awaitText("#order .cancel", "Give back");
    tabTo("cancel");
    browser.press();
    browser.awaitText("#sure", "Give this order back?");
    tabTo("sure-yes");
    browser.press();
    browser.awaitText(STATUS, "Given back");
    browser.awaitText(ACT, "Buy now");
    await().atMost(LIMIT).until(() -> sale.books(2).remaining() == 5);
  }

  private static void tabTo(String wanted) {
    for (int i = 0; i < 30; i++) {
      WebElement focused = browser.focused();
      if ((focused.getAttribute("id") + " " + focused.getAttribute("class")).contains(wanted)) {
        return;
      }
      browser.type(Keys.TAB);
    }
    throw new AssertionError("the keyboard does not get to " + wanted);
  }

  @Test
  @DisplayName("an answer that is lost, and a reload in the middle: the same key, and one order")
  void lostAnswer() {
    open(3, 5);
    String script =
        browser.before(
            """
            const send = window.fetch;
            window.fetch = async (url, options) => {
              const answer = await send(url, options);
              if (String(url).endsWith('/purchases')) {
                const keys = JSON.parse(sessionStorage.keys ?? '[]');
                sessionStorage.keys = JSON.stringify([...keys, options.headers['Idempotency-Key']]);
                throw new TypeError('lost');
              }
              return answer;
            };
            """);
    show("en", 3);
    logIn("lou");
    browser.press(ACT, "Buy now");
    browser.awaitText("#alarm", "connection was lost");
    await().until(() -> keys().size() > 1);
    browser.notBefore(script);
    browser.reload();
    awaitOrder(3, "lou");
    assertThat(keys()).hasSizeGreaterThan(1);
    assertThat(Set.copyOf(keys())).hasSize(1);
    assertSoldOnce(3, 5);
  }

  private static List<?> keys() {
    return (List<?>) browser.run("return JSON.parse(sessionStorage.keys ?? '[]')");
  }

  @Test
  @DisplayName("a press while the till is away goes on after a reload, without another press")
  void reloadWhileTheTillIsAway() {
    open(4, 5);
    logIn("rae");
    sale.services().stop("seckill");
    browser.press(ACT, "Buy now");
    browser.awaitText("#alarm", "very busy");
    browser.reload();
    sale.services().start("seckill");
    awaitOrder(4, "rae");
    assertSoldOnce(4, 5);
  }

  @Test
  @DisplayName("a clock that is a day behind moves neither the countdown nor the opening")
  void wrongClock() {
    Instant opening = Instant.now().plusSeconds(8);
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
    assertThat(Instant.now()).isBetween(opening.minusMillis(100), opening.plusSeconds(1));
    browser.press(ACT, "Buy now");
    awaitOrder(5, "wes");
    browser.notBefore(script);
  }

  @Test
  @DisplayName("that the last unit has gone is told at once, and that one came back")
  void soldOut() {
    open(6, 1);
    logIn("sol");
    browser.awaitText("#stock", "Only 1 left");
    String order = sale.buy(6, "other").orderId();
    await().atMost(SOON).until(() -> browser.text(ACT).equals("Sold out"));
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
  @DisplayName("two buyers press for the last unit: one has an order, the other hears the end")
  void lastUnit() {
    open(7, 1);
    String first = browser.tab();
    logIn("ann");
    String second = browser.newTab();
    show("en", 7);
    logIn("ben");
    browser.awaitText(ACT, "Buy now");
    browser.run("setTimeout(() => document.getElementById('act').click(), 300)");
    browser.goTo(first);
    browser.awaitText(ACT, "Buy now");
    browser.find(ACT).click();
    String ofFirst = outcome();
    browser.goTo(second);
    String ofSecond = outcome();
    browser.closeTab();
    browser.goTo(first);
    assertThat(List.of(ofFirst, ofSecond)).containsExactlyInAnyOrder("order", "sold out");
    assertSoldOnce(7, 1);
  }

  private static String outcome() {
    await()
        .atMost(LIMIT)
        .until(() -> !browser.text(STATUS).isEmpty() || browser.text(ACT).equals("Sold out"));
    return browser.text(STATUS).isEmpty() ? "sold out" : "order";
  }

  @Test
  @DisplayName("the operator pauses, and the page says so within two seconds; and that it goes on")
  void pause() {
    open(8, 5);
    logIn("pat");
    browser.awaitText(ACT, "Buy now");
    SaleFixture.wait(sale.gateway(1).pauseAll());
    await().atMost(SOON).until(() -> browser.text(ACT).equals("Paused"));
    assertThat(browser.text("#alarm")).contains("The sale is paused");
    assertThat(browser.find(ACT).isEnabled()).isFalse();
    SaleFixture.wait(sale.gateway(1).resumeAll());
    await().atMost(SOON).until(() -> browser.text(ACT).equals("Buy now"));
  }

  @Test
  @DisplayName("the language is the reader's, until another one is chosen")
  void language() {
    open(9, 5);
    browser.prefer("zh-CN,zh;q=0.9,en;q=0.5");
    browser.open("/");
    assertThat(browser.path()).isEqualTo("/zh/");
    browser.find("a[href='items/9/']").click();
    browser.awaitText("h1", "酱香白酒 9");
    browser.awaitText(ACT, "登录后购买");
    assertThat(browser.find("html").getAttribute("lang")).isEqualTo("zh");
    browser.find("#other-language").click();
    browser.awaitText("h1", "Baijiu <9>");
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
    show("en", 10);
    logIn("phil");
    browser.awaitText(ACT, "Buy now");
    assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(360L);
    assertThat((Long) browser.run("return document.getElementById('act').offsetHeight"))
        .isGreaterThanOrEqualTo(44);
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
  @DisplayName("variants are choices on one page, each with its price and what is left of it")
  void variants() {
    Instant start = Instant.now().minusSeconds(60);
    List<String> colours = List.of("Black", "White");
    for (int i = 0; i < 4; i++) {
      PageText colour = new PageText(colours.get(i / 2), colours.get(i / 2));
      PageText size = new PageText(i % 2 == 0 ? "128" : "256", i % 2 == 0 ? "128" : "256");
      ItemSpec plain = item(20 + i, 3 + i, start, OPEN);
      sale.open(
          new ItemSpec(
              plain.itemId(),
              plain.sku(),
              plain.name(),
              100_000 + i * 10_000,
              plain.totalStock(),
              start,
              plain.endAt(),
              OPEN,
              OrderRules.USUAL,
              new ItemPage(
                  "phone",
                  new PageText("手机 <20>", "Phone <20>"),
                  null,
                  List.of("phone.svg"),
                  List.of(
                      new ItemPage.Choice(new PageText("颜色", "Colour"), colour),
                      new ItemPage.Choice(new PageText("容量", "Capacity"), size)))));
    }
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              browser.open("/en/items/23/");
              return browser.text("fieldset").contains("White");
            });
    browser.awaitText("#price", "1,300.00");
    browser.awaitText("#stock", "Only 6 left");
    browser.awaitText("fieldset", "Only 4 left");
    logIn("vic");
    browser.find("input[data-axis='0'][value='0']").findElement(By.xpath("..")).click();
    browser.awaitText("#price", "1,100.00");
    browser.awaitText("#stock", "Only 4 left");
    assertThat(browser.path()).isEqualTo("/en/items/21/");
    browser.press(ACT, "Buy now");
    awaitOrder(21, "vic");
    browser.picture("variants");
    assertThat(sale.books(21).users()).containsExactly("vic");
    assertThat(sale.books(20).users()).isEmpty();
  }
}
