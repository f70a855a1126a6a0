package seckill.endtoend;

import static io.vertx.core.http.HttpMethod.POST;
import static io.vertx.core.http.HttpMethod.PUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
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

/** What a buyer does in a browser, and what comes of it. */
class BuyerPageIT extends PageCase {
  @Test
  @DisplayName(
      "the whole way: register, keep a place in the room, the sale opens, challenge, order, pay")
  void wholeWay() {
    Instant opening = Instant.now().plusSeconds(6);
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
    // Nobody is let in meanwhile, however long it takes.
    admitPerSecond(0);
    joinTheRoom(1, "bob");
    browser.reload();
    browser.awaitText("#room-place", "第 1 位");
    assertThat(browser.find(ACT).isEnabled()).isFalse();
    browser.find("#other-language").click();
    browser.awaitText("#room-place", "You are number 1");
    browser.find("#other-language").click();
    browser.awaitText("#room-place", "第 1 位");
    admitPerSecond(1000);

    browser.press(ACT, "立即抢购");
    browser.awaitText("#challenge-question", "3 × 17 = ?");
    assertThat(browser.nameless()).isEmpty();
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
    browser.awaitText("#orders li h2", "酱香白酒 1");
    browser.picture("orders");
    assertSoldOnce(1, 5);
  }

  private static void admitPerSecond(int users) {
    JsonObject limit = new JsonObject().put("maxPerSecond", users);
    Reply reply = SaleFixture.wait(sale.gateway(0).admin(PUT, "/admin/gate/room", limit));
    assertThat(reply.status()).as(reply.toString()).isEqualTo(200);
  }

  private static void joinTheRoom(long itemId, String user) {
    for (String part : List.of("reservation", "queue")) {
      Reply reply =
          SaleFixture.wait(
              sale.as(user, 1)
                  .send(POST, "/api/items/" + itemId + "/" + part, sale.token(user), null, null));
      assertThat(reply.status()).as(reply.toString()).isBetween(200, 299);
    }
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
  @DisplayName("variants are choices on one page, each with its price and what is left of it")
  void variants() {
    Instant start = Instant.now().minusSeconds(60);
    List<String> colours = List.of("Black", "White");
    for (int i = 0; i < 4; i++) {
      PageText colour = new PageText(colours.get(i / 2), colours.get(i / 2));
      PageText size = new PageText(i % 2 == 0 ? "128" : "256", i % 2 == 0 ? "128" : "256");
      sale.open(
          new ItemSpec(
              20 + i,
              "sku-" + i,
              "Phone " + i,
              100_000 + i * 10_000,
              3 + i,
              start,
              start.plusSeconds(3600),
              OPEN,
              OrderRules.USUAL,
              new ItemPage(
                  "phone",
                  new PageText("星耀手机X", "Phone X"),
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
    browser.open("/zh/");
    browser.awaitText("#items a[href='items/20/'] .price", "¥1,000.00 起");
    browser.awaitText("#items a[href='items/20/']", "抢购中");
    browser.picture("list");
  }
}
