package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
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

/** Real services and a browser, for all tests of a class. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
abstract class PageCase {
  static final Duration LIMIT = Duration.ofSeconds(20);
  static final ItemGate OPEN = new ItemGate(false, ChallengeMode.NEVER, null);
  static final String ACT = "#act";
  static final String STATUS = "#order .status";

  static Receiver receiver;
  static SaleFixture sale;
  static Browser browser;

  @BeforeAll
  static void start(TestRedis redis, TestMySql mysql, @TempDir Path directory) throws IOException {
    Path quiz = directory.resolve("quiz.yaml");
    Files.writeString(quiz, "questions:\n  - question: 3 × 17 = ?\n    answers: [\"51\"]\n");
    receiver = new Receiver();
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
                "SECKILL_ROOM_FIND_MILLIS", "200",
                // A gap need not last long where nothing is slow.
                "SECKILL_RECONCILE_GRACE_MILLIS", "1000",
                "SECKILL_REPAIR_GRACE_MILLIS", "1000",
                "SECKILL_NOTIFY_SENDER", "webhook",
                "SECKILL_NOTIFY_URL", receiver.url()));
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
    if (receiver != null) {
      receiver.close();
    }
  }

  @BeforeEach
  void begin() {
    browser.open("/en/orders/");
    browser.forgetEverything();
    browser.screen(1200, 1000, false);
    browser.prefer("en");
    browser.usualNetwork();
  }

  @AfterEach
  void nothingBroke() {
    assertThat(browser.complaints()).isEmpty();
  }

  static ItemSpec item(long itemId, long stock, Instant startAt, ItemGate gate) {
    ItemPage page =
        new ItemPage(
            null,
            new PageText("酱香白酒 " + itemId, "Baijiu " + itemId),
            new PageText("一瓶难求。", "Hard to get."),
            List.of("bottle.svg"),
            List.of());
    return item(itemId, stock, startAt, gate, OrderRules.USUAL, page);
  }

  static ItemSpec item(
      long itemId, long stock, Instant startAt, ItemGate gate, OrderRules rules, ItemPage page) {
    return new ItemSpec(
        itemId,
        "sku-" + itemId,
        "Item " + itemId,
        149_900,
        stock,
        startAt,
        Instant.now().plusSeconds(3600),
        gate,
        rules,
        page);
  }

  static void open(long itemId, long stock) {
    sale.open(item(itemId, stock, Instant.now().minusSeconds(60), OPEN));
    awaitPage(itemId);
  }

  static void awaitPage(long itemId) {
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              browser.open("/en/items/" + itemId + "/");
              return browser.text("h1").contains(" " + itemId);
            });
  }

  static void show(String language, long itemId) {
    browser.open("/" + language + "/items/" + itemId + "/");
  }

  static void logIn(String user, String label) {
    browser.press(ACT, label);
    browser.find("#login-user").sendKeys(user + Keys.ENTER);
    browser.awaitText("#who-name", user);
  }

  static void logIn(String user) {
    logIn(user, "Log in to buy");
  }

  static void awaitOrder(long itemId, String user) {
    browser.awaitText(STATUS, "The order is made");
    Reply mine = SaleFixture.wait(sale.gateway(1).mine(Long.toString(itemId), sale.token(user)));
    assertThat(browser.text("#order .number")).isEqualTo(mine.orderId());
  }

  static void assertSoldOnce(long itemId, long stock) {
    assertThat(sale.settled(itemId).orders()).hasSize(1);
    assertThat(sale.books(itemId).remaining()).isEqualTo(stock - 1);
  }

  /** What the page's own gateway tells of an item. */
  static JsonObject live(long itemId) {
    return SaleFixture.wait(
            sale.gateway(0)
                .send(HttpMethod.GET, "/api/items/" + itemId + "/live", null, null, null))
        .body()
        .getJsonArray("items")
        .getJsonObject(0);
  }
}
