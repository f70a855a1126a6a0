package seckill.standalone.bench;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import seckill.contract.ItemGate;
import seckill.contract.ItemSpec;
import seckill.standalone.catalog.ItemImport;
import seckill.standalone.client.Paced;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.client.TokenMint;
import seckill.standalone.process.Loopback;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.process.Waiting;
import seckill.standalone.rehearsal.Books;
import seckill.standalone.rehearsal.Progress;

/** What an operator does around a load: items, blocks, a look at the books; blocks. */
final class SaleFloor implements AutoCloseable {
  /** More than any load buys. */
  static final long PLENTY = 1_000_000_000;

  private static final int OPERATORS = 0xe0000;
  private static final Duration CALL_LIMIT = Duration.ofSeconds(30);
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(10);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration BEGUN = Duration.ofMinutes(1);
  private static final Duration LASTS = Duration.ofDays(1);

  private final Vertx vertx = Vertx.vertx();
  private final SaleSystem system;
  private final SaleApi api;
  private final Books books;
  private final TokenMint mint;
  private final Progress progress;
  private long nextItem = System.currentTimeMillis() * 10;

  SaleFloor(SaleSystem system, Progress progress) {
    this.system = system;
    this.progress = progress;
    this.mint = new TokenMint(system.tokenSecret(), Clock.systemUTC());
    this.api = new SaleApi(vertx.createHttpClient(), system.gateways().get(0), mint);
    this.books = new Books(vertx, system);
  }

  int port() {
    return system.gateways().get(0).getPort();
  }

  SaleApi api() {
    return api;
  }

  TokenMint mint() {
    return mint;
  }

  Vertx vertx() {
    return vertx;
  }

  String mysqlUrl() {
    return system.mysqlUrl();
  }

  /** What the database calls itself. */
  String databaseVersion() {
    try (LandedWatch watch = new LandedWatch(vertx, mysqlUrl())) {
      return watch.version();
    }
  }

  /** Puts an item up for sale; its id. */
  long open(long stock, ItemGate gate) {
    long id = nextItem++;
    Instant start = Instant.now().minus(BEGUN);
    // Each from an address of its own, or the gate would slow down whoever opens many.
    ItemImport importer =
        new ItemImport(api.from(Loopback.addressOf(OPERATORS + (int) (id % OPERATORS))));
    importer.run(
        List.of(
            new ItemSpec(id, "bench-" + id, "Bench", 100, stock, start, start.plus(LASTS), gate)));
    importer.preheat(Long.toString(id));
    return id;
  }

  /** Puts several items with ids in a row up for sale; the first id. */
  long openMany(int count) {
    long first = nextItem;
    for (int i = 0; i < count; i++) {
      progress.show("opening item " + i + " of " + count);
      open(PLENTY, ItemGate.OPEN);
    }
    return first;
  }

  /** Closes an item at once. */
  void pause(long itemId) {
    call(() -> api.pause(Long.toString(itemId)), "cannot pause an item");
  }

  /**
   * Blocks somebody.
   *
   * @param kind {@code ADDRESS} or {@code USER}
   */
  void block(String kind, String value) {
    JsonObject entry = new JsonObject().put("kind", kind).put("value", value);
    call(() -> api.block(entry), "cannot block " + value);
  }

  private static void call(Supplier<Future<Reply>> call, String what) {
    Reply reply = Paced.call(call, CALL_LIMIT, what);
    if (!reply.succeeded()) {
      throw new SaleException(what + ": " + reply.problem());
    }
  }

  /** Orders of an item that are in MySQL. */
  long landed(long itemId) {
    return books.landed(List.of(itemId));
  }

  /** Waits until every accepted purchase of an item has landed. */
  void drain(long itemId) {
    await(() -> books.isDrained(itemId));
  }

  /** The same for an item whose users did not all buy: nothing of its stream is left. */
  void drainStream(long firstItem, int items) {
    for (int i = 0; i < items; i++) {
      long id = firstItem + i;
      await(() -> books.inFlight(id) == 0);
    }
  }

  private void await(BooleanSupplier done) {
    long deadline = System.nanoTime() + DRAIN_LIMIT.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new SaleException("orders did not land within " + DRAIN_LIMIT.toMinutes() + " min");
      }
      progress.show("waiting for orders to land");
      Waiting.pause(POLL);
    }
  }

  @Override
  public void close() {
    books.close();
    Waiting.on(vertx.close(), CALL_LIMIT, "cannot stop the client");
  }
}
