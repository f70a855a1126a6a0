package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.ItemGate;
import seckill.contract.ItemGate.ChallengeMode;
import seckill.contract.ItemSpec;
import seckill.contract.RedisKeys;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** Bans and the limit per address, from an operator to the last gateway. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class EdgeOverGatewaysIT {
  private static final long ITEM = 1001;
  private static final Duration PROMISED = Duration.ofSeconds(2);
  private static final String BUY = "/api/items/" + ITEM + "/purchases";
  private static final String QUEUE = "/api/items/" + ITEM + "/queue";

  private TestRedis redis;
  private TestMySql mysql;
  private SaleFixture sale;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
    sale =
        SaleFixture.inThisJvm(
            redis,
            mysql,
            Map.of("SECKILL_ADDRESS_LIMIT_ENABLED", "true", "SECKILL_ROOM_TICK_MILLIS", "50"));
  }

  @AfterEach
  void stop() {
    sale.close();
  }

  private Reply change(int gateway, HttpMethod method, String query, JsonObject body) {
    return SaleFixture.wait(
        sale.gateway(gateway)
            .send(method, "/admin/blacklist" + query, sale.adminToken(), null, body));
  }

  private static JsonObject entry(String kind, String value) {
    return new JsonObject().put("kind", kind).put("value", value).put("reason", "a test");
  }

  private Reply buy(int gateway, String user, String address) {
    SaleApi api = sale.gateway(gateway).from(address);
    return SaleFixture.wait(api.send(HttpMethod.POST, BUY, sale.token(user), null, null));
  }

  @Test
  @DisplayName("a ban by one gateway holds at the other within two seconds, and so does its end")
  void bansEverywhere() {
    sale.open(ITEM, 100);
    assertThat(change(0, HttpMethod.PUT, "", entry("NETWORK", "198.51.100.0/24")).status())
        .isEqualTo(200);

    for (int gateway : new int[] {0, 1}) {
      await()
          .atMost(PROMISED)
          .until(() -> buy(gateway, "u1", "::ffff:198.51.100.77").code().equals("FORBIDDEN"));
    }
    assertThat(buy(1, "u2", "198.51.101.1").code()).isEqualTo("ACCEPTED");
    assertThat(change(1, HttpMethod.GET, "", null).body().getJsonArray("entries")).hasSize(1);

    String query = "?kind=NETWORK&value=198.51.100.0%2F24";
    assertThat(change(1, HttpMethod.DELETE, query, null).status()).isEqualTo(200);
    await().atMost(PROMISED).until(() -> !buy(0, "u1", "198.51.100.77").code().equals("FORBIDDEN"));
    assertThat(sale.settled(ITEM).orders()).hasSize(2);
    assertThat(
            mysql.number(
                "SELECT COUNT(*) FROM admin_audit WHERE action IN ('blacklist-add',"
                    + " 'blacklist-remove') AND outcome = 'OK'"))
        .isEqualTo(2);
  }

  @Test
  @DisplayName("a ban of a user ends the place in the queue and the admission")
  void bansEndPlaces() {
    ItemSpec item = SaleFixture.item(ITEM, 1, "Item");
    sale.open(
        new ItemSpec(
            ITEM,
            item.sku(),
            item.name(),
            item.priceCents(),
            item.totalStock(),
            item.startAt(),
            item.endAt(),
            new ItemGate(true, ChallengeMode.NEVER, null)));
    SaleApi api = sale.as("u1", 0);
    String token = sale.token("u1");
    await()
        .until(
            () ->
                "ADMITTED"
                    .equals(
                        SaleFixture.wait(api.send(HttpMethod.POST, QUEUE, token, null, null))
                            .body()
                            .getString("state")));
    assertThat(redis.command("ZSCORE", RedisKeys.DEFAULT.of(ITEM).admitted(), "u1")).isNotNull();

    assertThat(change(0, HttpMethod.PUT, "", entry("USER", "u1")).status()).isEqualTo(200);

    assertThat(redis.command("ZSCORE", RedisKeys.DEFAULT.of(ITEM).admitted(), "u1")).isNull();
    assertThat(redis.command("ZSCORE", RedisKeys.DEFAULT.of(ITEM).queue(), "u1")).isNull();
    for (int gateway : new int[] {0, 1}) {
      await()
          .atMost(PROMISED)
          .until(() -> buy(gateway, "u1", "203.0.113.9").code().equals("FORBIDDEN"));
    }
    assertThat(sale.books(ITEM).remaining()).isEqualTo(1);
  }

  @Test
  @DisplayName("forty buyers of one address get through, and a flooder of it only costs the excess")
  void letsNeighboursBuy() {
    sale.open(ITEM, 100);
    String office = "203.0.113.5";
    for (int i = 0; i < 40; i++) {
      String user = "u" + i;
      await().until(() -> buy(0, user, office).code().equals("ACCEPTED"));
    }

    List<Future<Reply>> flood = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      flood.add(
          sale.gateway(0).from(office).send(HttpMethod.POST, BUY, sale.token("u0"), null, null));
    }
    List<Reply> replies = flood.stream().map(SaleFixture::wait).toList();
    assertThat(replies).extracting(Reply::code).containsOnly("DUPLICATE", "RATE_LIMITED");
    assertThat(replies).extracting(Reply::code).contains("RATE_LIMITED");
    await().until(() -> buy(0, "honest", office).code().equals("ACCEPTED"));
    assertThat(buy(0, "elsewhere", "203.0.113.6").code()).isEqualTo("ACCEPTED");
    assertThat(sale.settled(ITEM).orders()).hasSize(42);
  }
}
