package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.ItemGate;
import seckill.contract.ItemPage;
import seckill.contract.ItemSpec;
import seckill.contract.OrderRules;
import seckill.contract.Outcome;
import seckill.contract.PageText;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class ItemPageIT {
  private static final ItemPage PAGE =
      new ItemPage(
          "tea",
          new PageText("龙井 🍵", "Longjing"),
          new PageText("<b>&'\"", "b"),
          List.of("tea.svg"),
          List.of(new ItemPage.Choice(new PageText("年份", "Year"), new PageText("1", "1"))));

  private static ItemSpec item(long itemId, ItemPage page) {
    Instant now = Instant.now();
    return new ItemSpec(
        itemId,
        "s",
        "n",
        1,
        1,
        now.minusSeconds(60),
        now.plusSeconds(60),
        ItemGate.OPEN,
        OrderRules.USUAL,
        page);
  }

  private static Object listed(Till till, long itemId) {
    return till.ask(Addresses.ITEM_LIST, new JsonObject()).getJsonArray("items").stream()
        .map(JsonObject.class::cast)
        .filter(item -> item.getString("itemId").equals(Long.toString(itemId)))
        .findAny()
        .orElseThrow()
        .getValue("page");
  }

  @Test
  @DisplayName("what an item says of its page is kept as it is, and stays through changes")
  void keepsPages(TestRedis redis, TestMySql mysql) {
    try (Till till = Till.open(redis, mysql)) {
      till.create(item(1, PAGE));
      till.create(item(2, ItemPage.PLAIN));
      till.preheat(1);
      till.preheat(2);
      assertThat(listed(till, 1)).isEqualTo(PAGE.toJson());
      assertThat(listed(till, 2)).isNull();
      assertThat(mysql.number("SELECT COUNT(*) FROM item_page")).isEqualTo(1);
      till.ask(
          Addresses.ITEM_GATE,
          new JsonObject()
              .put("itemId", "1")
              .put("gate", new JsonObject().put("waitingRoom", true))
              .put("actor", "operator"));
      assertThat(listed(till, 1)).isEqualTo(PAGE.toJson());
    }
  }

  @Test
  @DisplayName(
      "words and pictures can be corrected before a preheat and after it; nothing else moves")
  void correctsPages(TestRedis redis, TestMySql mysql) {
    try (Till till = Till.open(redis, mysql)) {
      till.create(item(1, ItemPage.PLAIN));
      ItemSpec edited = item(1, PAGE);
      till.ask(
          Addresses.ITEM_EDIT,
          new JsonObject().put("item", edited.toJson()).put("actor", "operator"));
      till.preheat(1);
      assertThat(listed(till, 1)).isEqualTo(PAGE.toJson());

      ItemPage other =
          new ItemPage(null, new PageText("龙井", "Longjing"), null, List.of(), List.of());
      JsonObject told = till.ask(Addresses.ITEM_PAGE, correction(1, other.toJson()));
      assertThat(told.getString("status")).isEqualTo("OPEN");
      assertThat(told.getJsonObject("page")).isEqualTo(other.toJson());
      assertThat(listed(till, 1)).isEqualTo(other.toJson());
      till.ask(Addresses.ITEM_PAGE, correction(1, new JsonObject()));
      assertThat(listed(till, 1)).isNull();
      assertThat(mysql.number("SELECT price_cents FROM seckill_item")).isEqualTo(1);
      assertThat(
              mysql
                  .query("SELECT detail FROM admin_audit WHERE action = 'page' ORDER BY id")
                  .iterator()
                  .next()
                  .getString(0))
          .isEqualTo(
              new JsonObject().put("old", PAGE.toJson()).put("new", other.toJson()).encode());
      assertThat(Till.failure(till.send(Addresses.ITEM_PAGE, correction(2, new JsonObject()))))
          .isEqualTo(Outcome.NOT_FOUND);
      JsonObject wrong = new JsonObject().put("priceCents", 2);
      assertThat(Till.failure(till.send(Addresses.ITEM_PAGE, correction(1, wrong))))
          .isEqualTo(Outcome.BAD_REQUEST);
    }
  }

  private static JsonObject correction(long itemId, JsonObject page) {
    return Till.forItem(itemId).put("page", page).put("actor", "operator");
  }

  @Test
  @DisplayName(
      "an item whose page was damaged in the books is sold all the same, and shown plainly")
  void damagedPage(TestRedis redis, TestMySql mysql) {
    try (Till till = Till.open(redis, mysql)) {
      till.create(item(1, PAGE));
      till.create(item(2, PAGE));
      mysql.query("UPDATE item_page SET page = '{\"group\": 5' WHERE item_id = 1");
      mysql.query("UPDATE item_page SET page = '{\"pictures\": [\"//x\"]}' WHERE item_id = 2");
      till.preheat(1);
      till.preheat(2);
      assertThat(listed(till, 1)).isNull();
      assertThat(listed(till, 2)).isNull();
    }
  }
}
