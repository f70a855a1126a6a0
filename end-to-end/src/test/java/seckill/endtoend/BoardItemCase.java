package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** What is done with single items on the board; its own class for its length only. */
abstract class BoardItemCase extends BoardCase {
  @Test
  @DisplayName(
      "an item is made, preheated and restocked on the board, and refusals are told in words")
  void makes() {
    browser.run("document.querySelector('#items details').open = true;");
    browser.run(
        """
        const form = document.querySelector('#create');
        const values = {itemId: '503', sku: 'sku-503', name: 'Board tea', price: '12.50', totalStock: '6',
          startAt: '2026-01-01T00:00', endAt: '2036-01-01T00:00'};
        for (const [name, value] of Object.entries(values)) { form[name].value = value; }
        """);
    press("#create", "Save");
    really("503 Board tea, 6 units at 12.50");
    browser.awaitText(row(503), "draft");
    press(row(503), "Edit");
    browser.run("document.querySelector('#create').totalStock.value = 7;");
    press("#create", "Save");
    really("The draft becomes: 503 Board tea, 7 units");
    browser.awaitText(row(503), "/ 7");
    press(row(503), "Preheat");
    really("is loaded into Redis");
    browser.awaitText(row(503), "7 / 7");
    press(row(503), "more …");
    browser.run(
        """
        const real = window.fetch;
        window.fetch = async (...request) => {
          const answer = await real(...request);
          if (String(request[0]).endsWith('/restock')) {
            window.fetch = real;
            throw new TypeError('the answer is lost');
          }
          return answer;
        };
        """);
    browser.find("#restock input").sendKeys("3" + Keys.ENTER);
    really("gets 3 more units");
    browser.awaitText("#results li[data-ok='false']", "Restock");
    press("#restock", "Restock");
    really("gets 3 more units");
    browser.awaitText("#results li[data-ok='true']", "Restock 503: done");
    browser.awaitText(row(503), "10 / 10");
    browser.find("#extend input").sendKeys("01012027" + Keys.TAB + "0100AM");
    press("#extend", "Extend");
    really("ends at");
    await().atMost(LIMIT).until(() -> browser.text("#results li").contains("Extend 503"));
    assertThat(browser.text("#results li"))
        .as("no earlier end")
        .contains("The new end is not later than the present one")
        .contains("The service says: the sale of item 503 ends at");
    press("#item-panel", "The books");
    browser.awaitText("#ledger-rows", "Units added");
  }

  @Test
  @DisplayName(
      "of an item on sale its texts, gate and registration can be changed, the rest is not offered")
  void changesWhatIsOnSale() {
    open(507, 5);
    board();
    browser.awaitText(row(507), "5 / 5");
    press(row(507), "Edit");
    browser.awaitText("#create-live", "What can be changed");
    assertThat(
            browser.run(
                "return [...document.querySelectorAll('#create :enabled')].map((e) => e.name)"
                    + ".filter((name) => name !== '').join()"))
        .isEqualTo("itemId,titleZh,titleEn,aboutZh,aboutEn,pictures,group,variant");
    browser.run("document.querySelector('#create').titleZh.value = '绿茶 507';");
    browser.run("document.querySelector('#items details').scrollIntoView()");
    browser.picture("board-edit");
    press("#create", "Save");
    really("Buyers see the new texts and pictures of item 507");
    browser.awaitText("#results li[data-ok='true']", "Edit 507: done");
    press(row(507), "more …");
    browser.awaitText("#item-may", "This item was preheated");
    browser.run(
        """
        const gate = document.querySelector('#gate');
        gate.reserveFrom.value = '2026-01-01T00:00';
        gate.reserveUntil.value = '2035-01-01T00:00';
        """);
    press("#gate", "Set the gate");
    really("Only who registers from");
    browser.awaitText("#results li[data-ok='true']", "Set the gate 507: done");
    assertThat(sale.buy(507, "unregistered").code()).isEqualTo("NOT_RESERVED");
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              // The English page is in the browser's cache for some seconds.
              show("zh", 507);
              return browser.text("h1").equals("绿茶 507");
            });
  }

  @Test
  @DisplayName("on the Chinese page refusals are told in Chinese, and switching the Redis, too")
  void refusesInChinese() {
    open(508, 5);
    String before =
        browser.before(
            """
            const real = window.fetch;
            window.fetch = async (...request) => {
              const answer = await real(...request);
              return String(request[0]).endsWith('/admin/store')
                ? Response.json({ ...(await answer.json()), stores: { MAIN: 'UP', BACKUP: 'UP' } })
                : answer;
            };
            """);
    browser.open("/admin/zh/");
    browser.notBefore(before);
    browser.awaitText("#store-other", "备用 Redis已就绪");
    press("#live", "切换到另一个 Redis 售卖");
    really("此后由备用 Redis售卖", "确定执行");
    browser.awaitText("#results", "设置中没有这个 Redis");
    browser.awaitText(row(508), "5 / 5");
    press(row(508), "更多…");
    browser.run("document.querySelector('#extend').endAt.value = '2026-01-01T00:00';");
    press("#extend", "延长");
    really("商品 508", "确定执行");
    browser.awaitText("#results li:first-child strong", "新的结束时间不晚于现在的");
    assertThat(browser.text("#results")).contains("服务端原文：").doesNotContain("CONFLICT");
    browser.awaitText("#audit-rows tr", "延长");
    assertThat(browser.text("#audit-rows tr")).contains("冲突").doesNotContain("CONFLICT");
  }
}
