package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** The waiting room from the first join to the last unit, over two gateways. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class WaitingRoomOverGatewaysIT {
  private static final long ITEM = 1001;
  private static final Duration GRACE = Duration.ofSeconds(20);

  private TestRedis redis;
  private SaleFixture sale;

  @AfterEach
  void stop() {
    sale.close();
  }

  @BeforeEach
  void remember(TestRedis redis) {
    this.redis = redis;
  }

  private void open(TestMySql mysql, long stock, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    // They all come from one address.
    all.put("SECKILL_ADDRESS_LIMIT_ENABLED", "false");
    sale = SaleFixture.inThisJvm(redis, mysql, all);
    ItemSpec item = SaleFixture.item(ITEM, stock, "Item");
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
  }

  private Reply queue(int gateway, HttpMethod method, String user) {
    return SaleFixture.wait(
        sale.gateway(gateway)
            .send(method, "/api/items/" + ITEM + "/queue", sale.token(user), null, null));
  }

  private Reply buy(int gateway, String user) {
    return SaleFixture.wait(sale.gateway(gateway).buy("" + ITEM, sale.token(user), null));
  }

  private static List<String> users(int count) {
    return IntStream.range(0, count).mapToObj(i -> "u" + i).toList();
  }

  @Test
  @DisplayName("nobody buys past the waiting room, and everybody in it is served or told the end")
  void aSale(TestMySql mysql) {
    open(mysql, 10, Map.of("SECKILL_ROOM_TICK_MILLIS", "50"));
    List<String> users = users(30);
    for (String user : users) {
      for (int gateway : new int[] {0, 1}) {
        assertThat(buy(gateway, user).code()).isEqualTo("NOT_ADMITTED");
      }
    }
    assertThat(sale.books(ITEM).remaining()).isEqualTo(10);
    for (int i = 0; i < users.size(); i++) {
      assertThat(queue(i, HttpMethod.POST, users.get(i)).status()).isEqualTo(200);
    }
    await()
        .until(
            () -> {
              users.stream()
                  .filter(user -> isAdmitted(queue(0, HttpMethod.GET, user)))
                  .forEach(user -> buy(1, user));
              return users.stream().allMatch(user -> isSettled(queue(1, HttpMethod.GET, user)));
            });
    assertThat(sale.settled(ITEM).orders()).hasSize(10);
    assertThat(queue(0, HttpMethod.POST, "late").code()).isEqualTo("SOLD_OUT");
  }

  private static boolean isAdmitted(Reply reply) {
    return "ADMITTED".equals(reply.body().getString("state"));
  }

  private static boolean isSettled(Reply reply) {
    return reply.code().equals("DUPLICATE") || reply.code().equals("SOLD_OUT");
  }

  @Test
  @DisplayName("a gateway that dies costs nobody the place, unless they stay away for too long")
  void gatewayDies(TestMySql mysql) {
    open(
        mysql,
        10,
        Map.of(
            "SECKILL_ROOM_MAX_PER_SECOND",
            "0",
            "SECKILL_ROOM_GRACE_MILLIS",
            "" + GRACE.toMillis()));
    for (String user : users(3)) {
      queue(0, HttpMethod.POST, user);
    }
    sale.services().stop("gateway");
    sale.services().start("gateway");
    await().ignoreExceptions().until(() -> queue(0, HttpMethod.GET, "u1").status() == 200);
    assertThat(queue(0, HttpMethod.GET, "u2").body().getInteger("position")).isEqualTo(3);

    // As if u2 had been silent for the grace time.
    long past = System.currentTimeMillis() - GRACE.toMillis() - 1_000;
    redis.command("ZADD", RedisKeys.DEFAULT.of(ITEM).seen(), "" + past, "u2");
    assertThat(queue(1, HttpMethod.GET, "u2").code()).isEqualTo("PLACE_EXPIRED");
    assertThat(queue(1, HttpMethod.GET, "u2").status()).isEqualTo(410);
    assertThat(queue(0, HttpMethod.GET, "u1").body().getInteger("position")).isEqualTo(2);
    assertThat(queue(1, HttpMethod.POST, "u2").body().getInteger("position")).isEqualTo(3);
  }
}
