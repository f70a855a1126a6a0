package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An operator in front of the board. */
abstract class BoardCase extends PageCase {
  static final String DIALOG = "#sure-text";

  @BeforeEach
  void operator() {
    browser.screen(1400, 1800, false);
    board();
    browser.press("#dev-login", "Log in as operator");
    browser.awaitText("#age", "live");
  }

  @AfterEach
  void goOn() {
    SaleFixture.wait(sale.gateway(1).resumeAll());
  }

  static void board() {
    browser.open("/admin/en/");
  }

  static void really(String what) {
    really(what, "Yes, do it");
  }

  static void really(String what, String yes) {
    browser.awaitText(DIALOG, what);
    browser.press("#sure-yes", yes);
  }

  static String row(long itemId) {
    return "#item-rows tr[data-item='" + itemId + "']";
  }

  static void press(String within, String label) {
    await()
        .atMost(LIMIT)
        .until(
            () ->
                browser
                    .run(
                        "const b = [...document.querySelectorAll(\""
                            + within
                            + " button\")].find((e) => !e.hidden && e.textContent === '"
                            + label
                            + "'); b?.click(); return b !== undefined;")
                    .equals(Boolean.TRUE));
  }

  /** Tries again while the auditor is at a run of its own. */
  static void doneAtLast(String what, Runnable action) {
    String latest = "#results li:first-child";
    await()
        .atMost(LIMIT.multipliedBy(2))
        .until(
            () -> {
              browser.run("document.querySelector('#results').replaceChildren()");
              action.run();
              browser.awaitText(latest, what + ": ");
              String told = browser.text(latest);
              boolean done = told.startsWith(what + ": done");
              assertThat(done || told.contains("another reconciliation")).as(told).isTrue();
              return done;
            });
  }
}
