package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.HolderFilter;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseResult;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class SoldOutIT {
  private static final long ITEM = 1001;

  private TestRedis redis;
  private TestMySql mysql;
  private Till till;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
    JsonObject limits =
        new JsonObject()
            .put("instances", 2)
            .put("maxHolders", 500)
            .put("pageSize", 10)
            .put("maxBatch", 8)
            .put("maxInFlight", 1)
            .put("maxWaiting", 16);
    till = Till.open(redis, mysql, new JsonObject().put("sale", limits));
  }

  @AfterEach
  void close() {
    till.close();
  }

  private Future<HolderFilter> filter() {
    return till.vertx
        .eventBus()
        .<Buffer>request(Addresses.ITEM_HOLDERS, Till.forItem(ITEM))
        .map(reply -> HolderFilter.fromBuffer(reply.body()));
  }

  private List<PurchaseResult> buy(int from, int to) {
    List<PurchaseResult> results = new ArrayList<>();
    for (int i = from; i < to; i++) {
      results.add(till.buy(ITEM, "u" + i));
    }
    return results;
  }

  @Test
  @DisplayName("the last unit is announced once, whoever sells it")
  void announcedOnce() {
    AtomicInteger told = new AtomicInteger();
    AtomicInteger marker = new AtomicInteger();
    till.vertx.eventBus().consumer(Addresses.EVENT_SOLD_OUT, fact -> told.incrementAndGet());
    till.vertx.eventBus().consumer("marker", fact -> marker.incrementAndGet());
    till.sell(ITEM, 20);
    till.rush(ITEM, IntStream.range(0, 30).mapToObj(i -> "u" + i).toList());
    buy(0, 40);
    till.vertx.eventBus().publish("marker", "");
    await().until(() -> marker.get() == 1 && told.get() > 0);
    assertThat(told).hasValue(1);
  }

  @Test
  @DisplayName("the filter of a sold-out item knows every holder and few others")
  void holders() {
    till.sell(ITEM, 200);
    buy(0, 199);
    assertThat(Till.failure(filter())).isEqualTo(Outcome.CONFLICT);
    PurchaseResult last = till.buy(ITEM, "u199");
    List<Future<HolderFilter>> asked = IntStream.range(0, 20).mapToObj(i -> filter()).toList();
    TestVertx.await(Future.all(asked));
    HolderFilter filter = asked.get(0).result();
    assertThat(filter.acceptedTotal()).isEqualTo(200).isEqualTo(last.acceptedTotal());
    assertThat(IntStream.range(0, 200)).allMatch(i -> filter.mayHold("u" + i));
    assertThat(IntStream.range(1000, 2000).filter(i -> filter.mayHold("u" + i)).count())
        .isLessThan(50);
  }

  @Test
  @DisplayName("too many holders, or no such item: no filter, and the reason")
  void noFilter() {
    assertThat(Till.failure(filter())).isEqualTo(Outcome.NOT_FOUND);
    till.sell(ITEM, 501);
    List<PurchaseAttempt> attempts =
        IntStream.range(0, 501).mapToObj(i -> Till.attempt(ITEM, "u" + i)).toList();
    for (int i = 0; i < 501; i += 8) {
      till.buyAll(ITEM, attempts.subList(i, Math.min(i + 8, 501)));
    }
    assertThat(till.ask(Addresses.ITEM_STOCK, Till.forItem(ITEM)).getLong("stock")).isZero();
    assertThat(Till.failure(filter())).isEqualTo(Outcome.CONFLICT);
  }

  @Test
  @DisplayName("over the waiting limit the answer is BUSY at once, and nothing more is sold")
  void waitingLimit() {
    till.sell(ITEM, 100);
    List<PurchaseAttempt> attempts =
        IntStream.range(0, 60).mapToObj(i -> Till.attempt(ITEM, "u" + i)).toList();
    List<PurchaseResult> results = till.buyAll(ITEM, attempts);
    assertThat(results.subList(0, 24)).allMatch(result -> result.outcome() == Outcome.ACCEPTED);
    assertThat(results.subList(24, 60)).allMatch(result -> result.outcome() == Outcome.BUSY);
    till.assertBalanced(ITEM, 100);
    assertThat(redis.get(Till.keys(ITEM).stock())).isEqualTo("76");
  }

  @Test
  @DisplayName("a till that stops answers what it has taken")
  void stopAnswers() {
    till.sell(ITEM, 100);
    List<Future<PurchaseResult>> sent = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      PurchaseAttempt attempt = Till.attempt(ITEM, "u" + i);
      sent.add(till.sendBatch(ITEM, List.of(attempt)).map(results -> results.get(0)));
    }
    TestVertx.await(till.vertx.undeploy(till.deployments.get(0)));
    TestVertx.await(Future.join(sent).otherwiseEmpty());
    long accepted = sent.stream().filter(Future::succeeded).count();
    assertThat(redis.number("SCARD", Till.keys(ITEM).users())).isEqualTo(accepted);
    assertThat(TestVertx.await(till.health.ready()).getJsonObject("checks")).isEmpty();
    try (Till next = Till.open(redis, mysql)) {
      assertThat(next.buy(ITEM, "v").outcome()).isEqualTo(Outcome.ACCEPTED);
    }
  }

  @Test
  @DisplayName("purchases are counted by outcome, never by user")
  void metrics() {
    till.sell(ITEM, 1);
    buy(0, 3);
    assertThat(till.meters.get("seckill_purchases").tag("outcome", "ACCEPTED").counter().count())
        .isEqualTo(1);
    assertThat(till.meters.get("seckill_purchases").tag("outcome", "SOLD_OUT").counter().count())
        .isEqualTo(2);
    assertThat(till.meters.get("seckill_script").timer().count()).isPositive();
  }
}
