package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.ItemGate;
import seckill.contract.ItemGate.ChallengeMode;
import seckill.contract.ItemSpec;
import seckill.contract.OrderRules;
import seckill.standalone.client.NoticeSigner;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.process.DevSecret;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** Services whose machines have clocks of their own sell as if they had one. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class ClocksIT {
  private static final List<String> NODES =
      List.of("seckill", "consumer", "reconcile", "gateway", "gateway-2");
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final long PRICE = 149_900;
  private static final int HOUR_MILLIS = 3_600_000;

  /** For the way of a request there and back on a machine that has much to do. */
  private static final long WAY_MILLIS = 2_000;

  private TestRedis redis;
  private TestMySql mysql;
  private SaleFixture sale;

  @BeforeEach
  void remember(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
  }

  @AfterEach
  void stop() {
    sale.close();
  }

  private void start(Map<String, Long> aheadMillis) {
    sale =
        SaleFixture.inThisJvm(
            redis,
            mysql,
            Map.of("SECKILL_LIFE_CLOSE_MILLIS", "50", "SECKILL_ROOM_TICK_MILLIS", "50"),
            node ->
                Clock.offset(
                    Clock.systemUTC(), Duration.ofMillis(aheadMillis.getOrDefault(node, 0L))));
    for (int gateway : new int[] {0, 1}) {
      await().atMost(LIMIT).until(() -> get(gateway, "/api/orders").status() == 200);
    }
  }

  private Reply get(int gateway, String path) {
    return SaleFixture.wait(
        sale.gateway(gateway).send(HttpMethod.GET, path, sale.token("u0"), null, null));
  }

  private void open(long itemId, long stock, boolean room, Integer payWithinSeconds) {
    Instant now = Instant.now();
    sale.open(
        new ItemSpec(
            itemId,
            "sku",
            "Item",
            PRICE,
            stock,
            now.minusSeconds(60),
            now.plus(Duration.ofMinutes(30)),
            room ? new ItemGate(true, ChallengeMode.NEVER, null) : ItemGate.OPEN,
            new OrderRules(payWithinSeconds, null)));
  }

  private Reply buy(long itemId, String user, int gateway) {
    return SaleFixture.wait(
        sale.gateway(gateway).buy(Long.toString(itemId), sale.token(user), null));
  }

  private Reply queue(int gateway, HttpMethod method, long itemId, String user) {
    return SaleFixture.wait(
        sale.gateway(gateway)
            .send(method, "/api/items/" + itemId + "/queue", sale.token(user), null, null));
  }

  private String status(String order, String user) {
    return SaleFixture.wait(sale.gateway(1).order(order, sale.token(user)))
        .body()
        .getString("status");
  }

  private void awaitStatus(String order, String user, String status) {
    await().atMost(LIMIT).until(() -> status.equals(status(order, user)));
  }

  @ParameterizedTest
  @ValueSource(longs = {-2_100, 2_100, -3_600_000, 3_600_000})
  @DisplayName("a gateway whose clock is off takes purchases and lets people queue")
  void gatewayOff(long aheadMillis) {
    start(Map.of("gateway", aheadMillis));
    open(1, 10, false, null);
    open(2, 10, true, null);
    assertThat(buy(1, "u1", 0).code()).isEqualTo("ACCEPTED");
    assertThat(queue(0, HttpMethod.POST, 2, "u1").status()).isEqualTo(200);
    assertThat(queue(0, HttpMethod.GET, 2, "u1").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({"-1500, 1500", "1500, -1500", "-3600000, 3600000", "3600000, -3600000"})
  @DisplayName("units come back, wherever the clocks of consumer and seckill service stand")
  void unitsComeBack(long consumerMillis, long seckillMillis) {
    start(Map.of("consumer", consumerMillis, "seckill", seckillMillis));
    open(1, 1, false, null);
    String order = buy(1, "u1", 0).orderId();
    awaitStatus(order, "u1", "CREATED");
    SaleFixture.wait(sale.gateway(0).cancel(order, sale.token("u1")));
    await().atMost(LIMIT).until(() -> sale.books(1).remaining() == 1);
    await().atMost(LIMIT).until(() -> buy(1, "u2", 1).code().equals("ACCEPTED"));
    NoticeSigner signer = new NoticeSigner(DevSecret.PAYMENT, Clock.systemUTC());
    assertThat(SaleFixture.wait(sale.gateway(0).noticePayment(order, "p-1", PRICE, signer)).code())
        .isNotEqualTo("INTERNAL");
    // It came late, and the unit is gone: asking for it is answered, too.
    awaitStatus(order, "u1", "REFUND_DUE");
    sale.settled(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {5_000, 3_600_000})
  @DisplayName("gateways whose clocks are apart tell one time, and one state of an item")
  void gatewaysApart(long apartMillis) {
    start(Map.of("gateway", -apartMillis, "gateway-2", apartMillis));
    open(1, 10, false, null);
    Instant now = Instant.now();
    SaleApi operator = sale.gateway(0);
    ItemSpec later =
        new ItemSpec(
            2,
            "sku",
            "Item",
            PRICE,
            1,
            now.plus(Duration.ofMinutes(30)),
            now.plus(Duration.ofMinutes(50)));
    assertThat(SaleFixture.wait(operator.createItem(later.toJson())).status()).isEqualTo(201);
    assertThat(SaleFixture.wait(operator.preheat("2")).status()).isEqualTo(200);
    for (int gateway : new int[] {0, 1}) {
      long told = get(gateway, "/api/time").body().getLong("epochMillis");
      assertThat(told).isCloseTo(System.currentTimeMillis(), within(WAY_MILLIS));
      await().atMost(LIMIT).until(() -> get(gateway, "/api/items/2").body().containsKey("state"));
      assertThat(get(gateway, "/api/items/1").body().getString("state")).isEqualTo("OPEN");
      assertThat(get(gateway, "/api/items/2").body().getString("state")).isEqualTo("UPCOMING");
      assertThat(buy(1, "u" + gateway, gateway).code()).isEqualTo("ACCEPTED");
      assertThat(buy(2, "u" + gateway, gateway).code()).isEqualTo("NOT_STARTED");
    }
  }

  @RepeatedTest(3)
  @DisplayName("a sale is sound with any clocks up to an hour off, from the queue to the last unit")
  void anyClocks() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Map<String, Long> ahead = new HashMap<>();
    for (String node : NODES) {
      // As often small as large.
      long most = random.nextBoolean() ? HOUR_MILLIS : 5_000;
      ahead.put(node, random.nextLong(-most, most + 1));
    }
    System.out.println("ClocksIT seed " + seed + ", clocks ahead by milliseconds: " + ahead);
    start(ahead);
    open(1, 6, true, 1800);
    open(2, 2, false, 5);
    List<String> users = new ArrayList<>(IntStream.range(0, 12).mapToObj(i -> "u" + i).toList());
    for (String user : users) {
      assertThat(queue(random.nextInt(2), HttpMethod.POST, 1, user).status()).isEqualTo(200);
    }
    Map<String, String> orders = new HashMap<>();
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              users.stream()
                  .filter(user -> !orders.containsKey(user))
                  .forEach(u -> tryOn(u, orders));
              return orders.size() == 6;
            });
    String lapsing = buy(2, "u0", 0).orderId();
    List<String> holders = List.copyOf(orders.keySet());
    for (String user : holders.subList(0, 2)) {
      awaitStatus(orders.get(user), user, "CREATED");
      Reply cancelled =
          SaleFixture.wait(sale.gateway(0).cancel(orders.get(user), sale.token(user)));
      assertThat(cancelled.status()).isEqualTo(200);
    }
    awaitStatus(lapsing, "u0", "CLOSED");
    await().atMost(LIMIT).until(() -> sale.books(2).remaining() == 2);
    await().atMost(LIMIT).until(() -> sale.books(1).remaining() == 2);
    for (String user : holders.subList(2, 6)) {
      // What is to be paid within half an hour was not closed meanwhile.
      awaitStatus(orders.get(user), user, "CREATED");
    }
    sale.settled(1);
    sale.settled(2);
  }

  private void tryOn(String user, Map<String, String> orders) {
    JsonObject place = queue(0, HttpMethod.GET, 1, user).body();
    if ("ADMITTED".equals(place.getString("state"))) {
      Reply reply = buy(1, user, 1);
      if (reply.code().equals("ACCEPTED")) {
        orders.put(user, reply.orderId());
      }
    }
  }
}
