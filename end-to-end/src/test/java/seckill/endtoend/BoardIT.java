package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.openqa.selenium.Keys;
import seckill.contract.RedisKeys;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** The operators' board in a browser, on real services. */
@TestMethodOrder(OrderAnnotation.class)
class BoardIT extends BoardItemCase {
  @Test
  @Order(0)
  @DisplayName(
      "the board shows the funnel of all gateways live: who came, who went on, and why not")
  void funnel() {
    open(501, 5);
    board();
    List<String> users = IntStream.range(0, 60).mapToObj(i -> "f" + i).toList();
    sale.rush(501, users);
    browser.awaitText("#funnel", "sold out");
    // The same buyers again: those who hold one hear so.
    sale.rush(501, users);
    await().atMost(LIMIT).until(() -> !browser.text("#tile-duplicates").startsWith("0 "));
    browser.awaitText("#funnel [data-layer='bucket']", "→");
    await().atMost(LIMIT).until(() -> !browser.text("#tile-soldout").startsWith("0 "));
    browser.awaitText(row(501), "0 / 5");
    browser.awaitText("#nodes", "gateway-2");
    browser.awaitText("#nodes", "mysql ✓");
    browser.awaitText("#nodes", "redis ✓");
    assertThat(browser.run("return document.querySelectorAll('.chart canvas').length"))
        .isEqualTo(4L);
    browser.picture("board");
  }

  @Test
  @DisplayName(
      "the operator pauses, and the buyer's page says so within two seconds; all is audited")
  void pauses() {
    open(502, 5);
    board();
    String board = browser.tab();
    browser.newTab();
    LiveQuestions questions = new LiveQuestions(browser);
    questions.count();
    show("en", 502);
    logIn("pat");
    browser.awaitText(ACT, "Buy now");
    String buyer = browser.tab();
    browser.goTo(board);
    press(row(502), "Pause");
    browser.awaitText(DIALOG, "Purchases of item 502");
    browser.picture("board-really");
    really("within two seconds");
    browser.goTo(buyer);
    questions.assertShownAtOnce("Paused", () -> "PAUSED".equals(live(502).getString("state")));
    browser.closeTab();
    browser.goTo(board);
    browser.awaitText("#results", "Pause 502: done");
    browser.awaitText(row(502), "paused");
    browser.awaitText("#audit-rows", "pause");
    assertThat(browser.text("#audit-rows tr")).contains("operator").contains("502");
    press(row(502), "Open");
    really("open again");
    browser.awaitText(row(502), "Pause");
    browser.find("#pause-all").click();
    browser.awaitText(DIALOG, "All purchases stop");
    browser.find("#sure-no").click();
    assertThat(browser.text("#results li")).as("a no does nothing").contains("Open 502");
  }

  @Test
  @DisplayName("notices that the receiver refused are shown, and sent again once it takes them")
  void notices() {
    open(509, 5);
    receiver.refuse();
    try {
      sale.buy(509, "nora");
      sale.settled(509);
      board();
      browser.awaitText("#notice-rows", "509 · order made · given up");
    } finally {
      receiver.take();
    }
    press("#notices", "Send all that were given up again");
    really("sent again, each under its old number");
    browser.awaitText("#notices-none", "Every notice to a buyer was sent");
    browser.awaitText("#audit-rows", "send notices again");
  }

  @Test
  @DisplayName(
      "a reconciliation is red with its equation and what to do, and green after the repair")
  void reconciles(TestRedis redis) {
    open(504, 5);
    sale.buy(504, "honest");
    sale.settled(504);
    redis.command("SET", RedisKeys.DEFAULT.of(504).stock(), "3");
    board();
    press(row(504), "more …");
    doneAtLast("Reconcile 504", () -> press("#item-panel", "Reconcile"));
    String report = "#reports [data-item='504']";
    browser.awaitText(report, "FINDINGS");
    assertThat(browser.text(report))
        .contains("5 total ≠ 3 remaining + 0 in flight + 1 orders + 0 dead")
        .contains("Units that are nowhere")
        .contains("What to do:");
    browser.run("document.querySelector('#books').scrollIntoView()");
    browser.picture("board-red");
    doneAtLast(
        "Reconcile and repair 504",
        () -> {
          press(report, "Reconcile and repair");
          really("mended where that is safe");
        });
    doneAtLast("Reconcile 504", () -> press(report, "Reconcile"));
    browser.awaitText(report, "BALANCED");
    assertThat(browser.text(report))
        .contains("5 total = 4 remaining + 0 in flight + 1 orders + 0 dead");
    browser.awaitText("#audit-rows tr", "reconcile");
    browser.picture("board-green");
  }

  // After the other, so that there is something to become old.
  @Test
  @Order(1)
  @DisplayName("while the gateway is away the board says how old its figures are, and then goes on")
  void oldData() {
    long from = Instant.now().toEpochMilli();
    sale.services().stop("gateway");
    try {
      browser.awaitText("#age", "OLD DATA");
      browser.awaitText("#age", "cannot be reached");
      assertThat(browser.text("#tile-purchases")).as("still shown").isNotEmpty();
      browser.picture("board-old");
    } finally {
      sale.services().start("gateway");
    }
    browser.awaitText("#age", "live");
    assertThat(Instant.now().toEpochMilli() - from).isLessThan(LIMIT.toMillis() * 2);
    browser.open("/admin/zh/");
    browser.awaitText("#age", "实时");
    browser.awaitText("#nodes", "网关");
  }

  @Test
  @DisplayName("limits are changed for all and taken back, and who is blocked is let in again")
  void limits() {
    browser.awaitText("#layer-name", "window");
    browser.run(
        """
        const layer = document.querySelector('#layer-name');
        layer.value = 'window';
        layer.dispatchEvent(new Event('change'));
        const field = document.querySelector('#layer-settings');
        field.value = JSON.stringify({...JSON.parse(field.value), limit: 7});
        """);
    press("#layer", "Change the limits");
    really("Layer user window changes on all gateways and tills within two seconds: {\"limit\":7}");
    browser.awaitText("#results", "Change the limits user window: done");
    browser.awaitText("#layer-changed", "Changed by operator");
    press("#layer", "Back to the file");
    really("goes back to the settings of the file");
    browser.awaitText("#layer-changed", "As in the file.");
    browser.run("document.querySelector('#block').kind.value = 'USER';");
    browser.find("#block input[name='value']").sendKeys("troll" + Keys.ENTER);
    really("User troll is refused");
    browser.awaitText("#blocked-rows", "User troll");
    press("#blocked-rows", "Let in again");
    really("is let in again");
    browser.awaitText("#blocked-none", "Nobody is blocked");
  }

  @Test
  @DisplayName("an order that could not be written is a dead letter, and lands when it is replayed")
  void letters(TestMySql mysql) {
    open(505, 5);
    mysql.query("ALTER TABLE orders MODIFY user_id VARBINARY(4) NOT NULL");
    sale.buy(505, "much-too-long");
    board();
    browser.awaitText("#letter-rows", "505 · MySQL refuses the row");
    mysql.query("ALTER TABLE orders MODIFY user_id VARBINARY(128) NOT NULL");
    press("#letter-rows", "Replay");
    really("goes through once more");
    browser.awaitText("#letters-none", "No dead letters of this kind");
    assertSoldOnce(505, 5);
  }

  @Test
  @DisplayName("a token without the admin role shows nothing but a login")
  void buyersStayOut() {
    browser.press("#logout", "Log out");
    browser.find("#token").sendKeys(sale.token("buyer") + Keys.ENTER);
    browser.press("#token-form button", "Log in");
    browser.awaitText("#alarm", "admin role");
    assertThat(browser.find("#main").isDisplayed()).isFalse();
    assertThat(browser.run("return sessionStorage.length")).isEqualTo(0L);
  }
}
