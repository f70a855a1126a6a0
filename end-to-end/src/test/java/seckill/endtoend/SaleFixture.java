package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import seckill.contract.ItemSpec;
import seckill.standalone.client.Reconciliation;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.client.TokenMint;
import seckill.standalone.process.LocalSale;
import seckill.standalone.process.Loopback;
import seckill.standalone.process.Node;
import seckill.standalone.process.Ports;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.rehearsal.Books;
import seckill.standalone.rehearsal.ItemBooks;
import seckill.standalone.rehearsal.Laws;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** A whole sale for a test: a system, clients of its gateways, and its books. */
final class SaleFixture implements AutoCloseable {
  static final Duration LANDING_LIMIT = Duration.ofSeconds(60);

  private static final Duration TOKEN_LIFETIME = Duration.ofMinutes(10);

  /** These users press more often than a gate would let a person, and all from one machine. */
  private static final Map<String, String> IMPATIENT =
      Map.of("SECKILL_WINDOW_ENABLED", "false", "SECKILL_ADDRESS_LIMIT_ENABLED", "false");

  private final SaleSystem system;
  private final Vertx vertx = Vertx.vertx();
  private final TokenMint mint;
  private final List<SaleApi> gateways = new ArrayList<>();
  private final Books books;

  private SaleFixture(SaleSystem system) {
    this.system = system;
    this.mint = new TokenMint(system.tokenSecret(), Clock.systemUTC());
    system.gateways().forEach(uri -> gateways.add(api(uri)));
    this.books = new Books(vertx, system);
  }

  /** All services in this JVM on the test's stores, with two gateways. */
  static SaleFixture inThisJvm(TestRedis redis, TestMySql mysql) {
    return inThisJvm(redis, mysql, Map.of());
  }

  /** The same with some more settings, named as in the environment. */
  static SaleFixture inThisJvm(TestRedis redis, TestMySql mysql, Map<String, String> more) {
    return new SaleFixture(LocalSale.start(plan(redis, mysql, more)));
  }

  /** The same, with the clock of a machine of its own for each node. */
  static SaleFixture inThisJvm(
      TestRedis redis, TestMySql mysql, Map<String, String> more, Function<String, Clock> clocks) {
    return new SaleFixture(LocalSale.start(plan(redis, mysql, more), clocks));
  }

  private static List<Node> plan(TestRedis redis, TestMySql mysql, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(IMPATIENT);
    settings.putAll(Loopback.TRUSTED);
    settings.putAll(more);
    Node.Base base = new Node.Base(redis.url(), mysql.url(), "127.0.0.1");
    return Node.plan(base, Ports.free(2), settings);
  }

  /** Clients and books of a system that the test has started; closed with the fixture. */
  static SaleFixture of(SaleSystem system) {
    return new SaleFixture(system);
  }

  LocalSale services() {
    return (LocalSale) system;
  }

  Vertx vertx() {
    return vertx;
  }

  /** An API behind any address, for example a proxy. */
  SaleApi api(URI uri) {
    return new SaleApi(vertx.createHttpClient(), uri, mint);
  }

  /** The API of a gateway, counted from 0; there are as many as one asks for. */
  SaleApi gateway(int number) {
    return gateways.get(number % gateways.size());
  }

  /** The API of a gateway for a user, who has an address of their own. */
  SaleApi as(String userId, int number) {
    return gateway(number).from(Loopback.addressOf(userId.hashCode()));
  }

  URI gatewayUri() {
    return system.gateways().get(0);
  }

  String token(String userId) {
    return mint.buyer(userId, TOKEN_LIFETIME);
  }

  String adminToken() {
    return mint.withRole("operator", TokenMint.ADMIN, TOKEN_LIFETIME);
  }

  static ItemSpec item(long itemId, long stock, String name) {
    Instant now = Instant.now();
    return new ItemSpec(
        itemId,
        "sku-" + itemId,
        name,
        149_900,
        stock,
        now.minusSeconds(60),
        now.plus(Duration.ofHours(1)));
  }

  /** Creates an item that is for sale now, and preheats it. */
  void open(long itemId, long stock) {
    open(item(itemId, stock, "Item " + itemId));
  }

  void open(ItemSpec item) {
    assertThat(wait(gateway(0).createItem(item.toJson())).status()).isBetween(200, 299);
    assertThat(wait(gateway(0).preheat(Long.toString(item.itemId()))).status()).isEqualTo(200);
  }

  Reply buy(long itemId, String userId) {
    return buy(itemId, userId, null);
  }

  Reply buy(long itemId, String userId, String key) {
    return wait(as(userId, 0).buy(Long.toString(itemId), token(userId), key));
  }

  /** One purchase per user, all at once, in turn over the gateways. */
  List<Reply> rush(long itemId, List<String> users) {
    List<Future<Reply>> answers = new ArrayList<>();
    for (int i = 0; i < users.size(); i++) {
      String user = users.get(i);
      answers.add(as(user, i).buy(Long.toString(itemId), token(user), null));
    }
    return answers.stream().map(SaleFixture::wait).toList();
  }

  static <T> T wait(Future<T> future) {
    return TestVertx.await(future);
  }

  /** The books of an item as they are now. */
  ItemBooks books(long itemId) {
    return books.read(itemId);
  }

  /** Waits until every accepted purchase has landed, then checks every law, and the auditor. */
  ItemBooks settled(long itemId) {
    await().atMost(LANDING_LIMIT).until(() -> books.isDrained(itemId));
    ItemBooks settled = books.read(itemId);
    assertThat(Laws.breaches(settled)).isEmpty();
    Reply report = new Reconciliation(gateway(0)).run(Long.toString(itemId), LANDING_LIMIT);
    assertThat(report.body().getString("verdict")).as(report.toString()).isEqualTo("BALANCED");
    return settled;
  }

  @Override
  public void close() {
    books.close();
    wait(vertx.close());
    system.close();
  }
}
