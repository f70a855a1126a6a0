package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.standalone.client.Reply;
import seckill.standalone.rehearsal.ItemBooks;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class IdentityIT {
  private static final long ITEM = 1001;

  private SaleFixture sale;
  private TestRedis redis;

  @BeforeEach
  void start(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    sale = SaleFixture.inThisJvm(redis, mysql);
  }

  @AfterEach
  void stop() {
    sale.close();
  }

  private void buyersAreDistinct(List<String> users) {
    sale.open(ITEM, users.size() + 5L);

    for (String user : users) {
      Reply answer = sale.buy(ITEM, user);
      assertThat(answer.code()).as(user).isEqualTo("ACCEPTED");
      assertThat(sale.buy(ITEM, user).orderId()).as(user).isEqualTo(answer.orderId());
    }

    ItemBooks books = sale.settled(ITEM);
    assertThat(books.remaining()).isEqualTo(5);
    assertThat(books.users()).containsExactlyInAnyOrderElementsOf(users);
    assertThat(books.orders()).extracting("userId").containsExactlyInAnyOrderElementsOf(users);
    assertThat(books.dead()).isEmpty();
  }

  @Test
  @DisplayName("users who differ in case, a trailing space or an accent are different buyers")
  void bytesTellUsersApart() {
    buyersAreDistinct(
        List.of("User1", "user1", "user1 ", " user1", "us\u00e9r", "use\u0301r", "user"));
  }

  @Test
  @DisplayName("user ids that differ beyond 2^53 are different buyers")
  void bigNumbersTellUsersApart() {
    buyersAreDistinct(List.of("9007199254740993", "9007199254740992", "9223372036854775807"));
  }

  @Test
  @DisplayName("emoji, rare characters and direction marks in a user id survive every store")
  void rareCharactersInUserIds() {
    buyersAreDistinct(List.of("🍶", "𠀋", "e\u0301", "\u200fabc", "用户", "👩‍👩‍👧"));
  }

  @Test
  @DisplayName("an item's name and a purchase's reference come back byte for byte")
  void textsSurviveTheRoundTrip() {
    String text = "🍶 𠀋 e\u0301 \u200f酒";
    sale.open(SaleFixture.item(ITEM, 5, text));
    String token = sale.token("u1");

    Reply bought =
        SaleFixture.wait(
            sale.gateway(0)
                .send(
                    HttpMethod.POST,
                    "/api/items/1001/purchases",
                    token,
                    null,
                    new JsonObject().put("reference", text)));

    assertThat(bought.code()).isEqualTo("ACCEPTED");
    sale.settled(ITEM);
    JsonObject order = SaleFixture.wait(sale.gateway(1).order(bought.orderId(), token)).body();
    assertThat(order.getString("reference")).isEqualTo(text);
    assertThat(order.getString("itemId")).isEqualTo("1001");
    Reply item =
        SaleFixture.wait(sale.gateway(1).send(HttpMethod.GET, "/api/items/1001", null, null, null));
    assertThat(item.body().getString("name")).isEqualTo(text);
  }

  @Test
  @DisplayName("another spelling of an item id never opens a second account of the item")
  void itemIdHasOneSpelling() {
    sale.open(ITEM, 5);
    String token = sale.token("u1");
    String order = sale.buy(ITEM, "u1").orderId();
    sale.settled(ITEM);
    Set<String> keys = keys();

    List<String> spellings =
        List.of(
            "01001",
            "%201001",
            "1001%20",
            "+1001",
            "%2B1001",
            "1001.0",
            "%EF%BC%91%EF%BC%90%EF%BC%90%EF%BC%91",
            "%31001",
            "-1001",
            "1001%7D",
            "1e3",
            "9007199254740993");
    for (String spelling : spellings) {
      Reply answer =
          SaleFixture.wait(
              sale.gateway(0)
                  .send(
                      HttpMethod.POST, "/api/items/" + spelling + "/purchases", token, null, null));
      if (answer.code().equals("DUPLICATE")) {
        assertThat(answer.orderId()).as(spelling).isEqualTo(order);
      } else {
        assertThat(answer.code()).as(spelling).isIn("BAD_REQUEST", "NOT_FOUND");
      }
    }
    assertThat(keys()).isEqualTo(keys);
    assertThat(sale.settled(ITEM).remaining()).isEqualTo(4);
  }

  @Test
  @DisplayName("item ids and stocks that a script or a browser cannot hold are refused")
  void numbersBeyondLimits() {
    JsonObject item = SaleFixture.item(ITEM, 5, "x").toJson();
    List<JsonObject> wrong =
        List.of(
            item.copy().put("itemId", "201605131024011014"),
            item.copy().put("itemId", 1001),
            item.copy().put("totalStock", (1L << 53) + 1),
            item.copy().put("totalStock", Long.MAX_VALUE),
            item.copy().put("totalStock", 1_000_000_001L));
    for (JsonObject body : wrong) {
      Reply answer = SaleFixture.wait(sale.gateway(0).createItem(body));
      assertThat(answer.code()).as(body.encode()).isEqualTo("BAD_REQUEST");
    }
    assertThat(SaleFixture.wait(sale.gateway(0).preheat("1001")).status()).isEqualTo(404);
  }

  private Set<String> keys() {
    Set<String> keys = new TreeSet<>();
    redis.command("KEYS", "seckill:{*").forEach(key -> keys.add(key.toString()));
    return keys;
  }
}
