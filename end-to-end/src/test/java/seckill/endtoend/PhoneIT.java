package seckill.endtoend;

import static io.vertx.core.http.HttpMethod.PUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import seckill.contract.ItemGate;
import seckill.contract.ItemGate.ChallengeMode;
import seckill.standalone.client.Reply;

/** What a finger meets where a button is drawn, on small screens: the button, and nothing else. */
class PhoneIT extends PageCase {
  /** Widths and heights of phones, the last one lying on its side. */
  private static final List<int[]> SCREENS =
      List.of(
          new int[] {360, 640}, new int[] {390, 664}, new int[] {390, 844}, new int[] {844, 390});

  private static final Map<String, String> BUY = Map.of("en", "Buy now", "zh", "立即抢购");
  private static final Map<String, String> LOG_IN = Map.of("en", "Log in to buy", "zh", "登录后购买");

  /** All that a page says of whatever happens, by its own words. */
  private static final String SAYINGS =
      """
      const module = performance.getEntriesByType('resource').map((entry) => entry.name)
        .find((name) => /\\/words\\.[^/]*\\.js$/.test(name));
      const words = (await import(module)).default;
      const sayings = Object.entries(words)
        .filter(([key]) => /\\.detail$|^(state|buy|room|error|challenge|login|order|reserve)\\./.test(key))
        .map(([, text]) => text);
      """;

  private static int screens;

  private static Finger finger() {
    return new Finger(browser);
  }

  private static void phone(int width, int height) {
    browser.screen(width, height, true);
  }

  /** Nothing lies over the button, which is on the screen. */
  private static void assertFree(String css, String what) {
    List<?> covered = finger().misses(css);
    Path picture = Path.of("target", "phone", screens++ + "-" + what + ".png").toAbsolutePath();
    browser.keepPicture(picture);
    assertThat(covered).as(css + " of " + picture).isEmpty();
  }

  private static void assertFreeOnAll(String css, String what) {
    for (int[] screen : SCREENS) {
      phone(screen[0], screen[1]);
      browser.run("document.querySelector('" + css + "').scrollIntoView({block: 'nearest'})");
      assertFree(css, what + "-" + screen[0] + "x" + screen[1]);
    }
  }

  /** Where the button is on a page that was not scrolled. */
  private static double unscrolledTop() {
    browser.run("scrollTo(0, 0)");
    return top();
  }

  private static double top() {
    return finger()
        .number("return document.querySelector('" + ACT + "').getBoundingClientRect().top");
  }

  private static void enter(String language, long itemId, String user) {
    show(language, itemId);
    logIn(user, LOG_IN.get(language));
  }

  @ParameterizedTest(name = "{0}x{1}, {2}")
  @CsvSource({"360,640,zh,30", "390,664,en,31", "390,844,en,32"})
  @DisplayName(
      "from ten seconds before the opening until the purchase the button stays where it is, and a"
          + " finger meets it there")
  void opening(int width, int height, String language, long itemId) {
    Instant opening = Instant.now().plusSeconds(20);
    sale.open(item(itemId, 5, opening, OPEN));
    awaitPage(itemId);
    phone(width, height);
    enter(language, itemId, "tap");
    String say = "#say";
    await().atMost(LIMIT).until(() -> browser.text(say).matches(".*(Ten seconds|还有十秒).*"));
    assertFree(ACT, "ten-seconds");
    final double before = top();
    await().atMost(LIMIT).until(() -> browser.text(ACT).equals(BUY.get(language)));
    assertThat(browser.text(say)).matches(".*(is open|抢购开始).*");
    assertFree(ACT, "open");
    assertThat(top()).isEqualTo(before);
    // Near a corner, where a message that is too large would be first.
    finger().tap(ACT, itemId % 2, 0);
    awaitOrderSoon(itemId);
    assertSoldOnce(itemId, 5);
  }

  private static void awaitOrderSoon(long itemId) {
    browser.awaitText("#order .number", "-");
    await().atMost(LIMIT).until(() -> sale.books(itemId).users().size() == 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  @DisplayName("no message that a page may show lies over the button, or moves it")
  void messages(String language) {
    long itemId = language.equals("en") ? 34 : 35;
    open(itemId, 5);
    enter(language, itemId, "sue");
    browser.awaitText(ACT, BUY.get(language));
    for (int[] screen : SCREENS) {
      phone(screen[0], screen[1]);
      for (String block : List.of("start", "end", "center")) {
        Object bad =
            browser.runAsync(
                "const done = arguments[arguments.length - 1]; (async () => {"
                    + Finger.COVERED
                    + SAYINGS
                    + """
                    const button = document.getElementById('act');
                    button.scrollIntoView({ block: '%s' });
                    const from = button.getBoundingClientRect().top;
                    const bad = [];
                    for (const [id, other] of [['say', 'alarm'], ['alarm', 'say']]) {
                      document.getElementById(other).textContent = '';
                      for (const text of sayings) {
                        document.getElementById(id).textContent = text.repeat(id === 'alarm' ? 3 : 1);
                        const moved = button.getBoundingClientRect().top - from;
                        if (covered(button).length > 0 || moved !== 0) {
                          bad.push(text + ' ' + covered(button) + ' moved ' + moved);
                        }
                      }
                      document.getElementById(id).textContent = '';
                    }
                    return sayings.length < 50 ? ['too few words: ' + sayings.length] : bad;
                    """
                        .formatted(block)
                    + "})().then(done, (e) => done([String(e)]));");
        assertThat((List<?>) bad).as(String.join(" ", language, block, "" + screen[0])).isEmpty();
      }
    }
    browser.run("document.getElementById('say').textContent = ''");
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  @DisplayName(
      "in the waiting room, when it is one's turn, with a challenge, an error, an order, and when"
          + " all is sold: nothing lies over what is to be pressed")
  void wholeWay(String language) {
    long itemId = language.equals("en") ? 36 : 37;
    admitPerSecond(0);
    sale.open(
        item(
            itemId,
            1,
            Instant.now().minusSeconds(60),
            new ItemGate(true, ChallengeMode.ALWAYS, null)));
    awaitPage(itemId);
    phone(390, 844);
    enter(language, itemId, "roy");
    browser.awaitText(ACT, language.equals("en") ? "Join the waiting room" : "进入等候室");
    finger().tap(ACT, 0.5, 0.5);
    browser.awaitText("#room-place", "1");
    assertFreeOnAll(ACT, language + "-queue");
    assertFreeOnAll("#room-leave", language + "-leave");
    admitPerSecond(1000);
    browser.awaitText(ACT, BUY.get(language));
    assertFreeOnAll(ACT, language + "-turn");
    phone(390, 844);
    finger().tap(ACT, 1, 1);
    browser.awaitText("#challenge-question", "3 × 17 = ?");
    assertFreeOnAll("#challenge-send", language + "-challenge");
    browser.find("#challenge-answer").sendKeys("52" + Keys.ENTER);
    browser.awaitText("#challenge-told", language.equals("en") ? "not right" : "答案不对");
    assertFreeOnAll("#challenge-send", language + "-wrong");
    assertFreeOnAll("#challenge-told", language + "-told");
    await()
        .atMost(LIMIT)
        .until(() -> browser.find("#challenge-answer").getAttribute("value").isEmpty());
    browser.find("#challenge-answer").sendKeys("51" + Keys.ENTER);
    browser.awaitText("#order .pay", language.equals("en") ? "Pay" : "付款");
    assertFreeOnAll("#order .pay", language + "-pay");
    assertFreeOnAll("#order .cancel", language + "-cancel");
    browser.open("/" + language + "/orders/");
    browser.awaitText("#orders .pay", language.equals("en") ? "Pay" : "付款");
    browser.run("document.getElementById('alarm').textContent = 'x '.repeat(200)");
    assertFreeOnAll("#orders .pay", language + "-orders");
    soldOut(language, itemId);
  }

  private static void soldOut(String language, long itemId) {
    browser.forgetEverything();
    enter(language, itemId, "sid");
    browser.awaitText(ACT, language.equals("en") ? "Sold out" : "已售罄");
    assertFreeOnAll(ACT, language + "-sold-out");
  }

  private static void admitPerSecond(int users) {
    JsonObject limit = new JsonObject().put("maxPerSecond", users);
    Reply reply = SaleFixture.wait(sale.gateway(0).admin(PUT, "/admin/gate/room", limit));
    assertThat(reply.status()).as(reply.toString()).isEqualTo(200);
  }

  @Test
  @DisplayName("while the shop is away and its figures are old, the button stays where it is")
  void away() {
    open(38, 5);
    phone(390, 844);
    enter("en", 38, "amy");
    browser.awaitText(ACT, "Buy now");
    for (int[] screen : SCREENS.subList(0, 3)) {
      phone(screen[0], screen[1]);
      browser.run("scrollTo(0, 0)");
      assertFree(ACT, "unscrolled-" + screen[0] + "x" + screen[1]);
    }
    browser.awaitText("#stock", "left");
    final double before = unscrolledTop();
    browser.noNetwork();
    browser.awaitText("#alarm", "No connection to the shop");
    assertFreeOnAll(ACT, "away");
    phone(390, 844);
    assertThat(unscrolledTop()).isEqualTo(before);
    browser.usualNetwork();
    browser.awaitText("#say", "The connection is back");
    sale.services().stop("seckill");
    try {
      await().atMost(LIMIT).pollInterval(Duration.ofMillis(200)).until(PhoneIT::saysOld);
      assertFreeOnAll(ACT, "old");
      phone(390, 844);
      assertThat(unscrolledTop()).isEqualTo(before);
    } finally {
      sale.services().start("seckill");
    }
  }

  private static boolean saysOld() {
    return browser.text("article").contains("no newer ones are to be had");
  }

  @Test
  @DisplayName("on the operators' page, too, a message has room of its own")
  void operators() {
    browser.open("/admin/en/");
    browser.press("#dev-login", "Log in as operator");
    browser.awaitText("#age", "live");
    browser.run("document.getElementById('alarm').textContent = 'x '.repeat(200)");
    Object covered =
        browser.run(
            Finger.COVERED
                + """
                const bad = [];
                for (const button of document.querySelectorAll('main button')) {
                  if (button.checkVisibility()) {
                    button.scrollIntoView({ block: 'nearest' });
                    covered(button).length > 0 && bad.push(button.textContent);
                  }
                }
                return bad;
                """);
    assertThat((List<?>) covered).isEmpty();
  }
}
