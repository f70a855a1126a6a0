package seckill.standalone.bench;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import seckill.contract.ItemSpec;
import seckill.standalone.catalog.ItemImport;
import seckill.standalone.client.Paced;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.client.TokenMint;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.process.Waiting;
import seckill.standalone.rehearsal.Books;
import seckill.standalone.rehearsal.Progress;

/** Loads one running system and the bare server in turn, with the same client. */
final class HttpBench implements AutoCloseable {
  static final String BARE = "bare server, requests/s";
  static final String ACCEPTED = "accepted purchases/s";
  static final String SOLD_OUT = "SOLD_OUT answers/s";
  static final String SUSTAINED = "accepted/s, sustained run";
  static final String LANDED = "landed orders/s, sustained run";
  static final String BACKLOG = "orders not landed at the end of the sustained run";
  static final String P50 = "p50 latency of accepted purchases, microseconds";
  static final String P99 = "p99 latency of accepted purchases, microseconds";
  static final String CPU = "CPU microseconds per accepted purchase: ";

  private static final long TICKETS = 1_000_000_000;
  private static final int SOLD_OUT_STOCK = 100;
  private static final int WARM_STEP_SECONDS = 5;
  private static final double STEADY = 0.05;
  private static final double TOKEN_RESERVE = 1.5;
  private static final long LEAST_TOKENS_PER_SECOND = 50_000;
  private static final Duration CALL_LIMIT = Duration.ofSeconds(30);
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(10);
  private static final long POLL_MILLIS = 100;

  private final BenchPlan plan;
  private final int barePort;
  private final SaleSystem system;
  private final Crowd crowd;
  private final Progress progress;
  private final Vertx vertx = Vertx.vertx();
  private final TokenFile tokens;
  private final SaleApi api;
  private final Books books;
  private final Wrk wrk;
  private final long openItem = System.currentTimeMillis() * 10;
  private final long soldItem = openItem + 1;
  private final Map<String, Figure> figures = new LinkedHashMap<>();

  HttpBench(
      BenchPlan plan,
      int barePort,
      SaleSystem system,
      Crowd crowd,
      Path directory,
      Progress progress)
      throws IOException {
    this.crowd = crowd;
    this.plan = plan;
    this.barePort = barePort;
    this.system = system;
    this.progress = progress;
    TokenMint mint = TokenMint.of(system, Clock.systemUTC());
    this.tokens = new TokenFile(directory, mint);
    this.api = new SaleApi(vertx.createHttpClient(), system.gateways().get(0), mint);
    this.books = new Books(vertx, system.redisUrl(), system.mysqlUrl());
    this.wrk = new Wrk(directory, plan.connections());
  }

  /** Measures everything; the figures by name. */
  Map<String, Figure> run() throws IOException, InterruptedException {
    openSales();
    double barePerSecond = warm(BARE, barePort, openItem);
    double acceptedPerSecond = warm(ACCEPTED, salePort(), openItem);
    drain();
    warm(SOLD_OUT, salePort(), soldItem);
    for (int round = 1; round <= plan.rounds(); round++) {
      progress.step("round " + round + " of " + plan.rounds());
      add(BARE, load(barePort, openItem, plan.seconds(), barePerSecond).perSecond());
      accepted(acceptedPerSecond);
      drain();
      Wrk.Result refused = load(salePort(), soldItem, plan.seconds(), barePerSecond);
      requireAll(SOLD_OUT, refused, refused.requests());
      add(SOLD_OUT, refused.perSecond());
      refusedEarly(barePerSecond);
    }
    sustained(acceptedPerSecond);
    return figures;
  }

  private void refusedEarly(double expected) throws IOException, InterruptedException {
    for (Map.Entry<String, Crowd.Headers> kind : crowd.refused().entrySet()) {
      Wrk.Result result = load(salePort(), soldItem, kind.getValue(), plan.seconds(), expected);
      if (result.refused() < result.requests()) {
        throw new SaleException(kind.getKey() + ": not all were refused: " + result);
      }
      add(kind.getKey(), result.perSecond());
    }
  }

  private void openSales() throws IOException, InterruptedException {
    Instant now = Instant.now();
    ItemImport importer = new ItemImport(api);
    importer.run(List.of(item(openItem, TICKETS, now), item(soldItem, SOLD_OUT_STOCK, now)));
    importer.preheat(Long.toString(openItem));
    importer.preheat(Long.toString(soldItem));
    for (String address : crowd.blocked()) {
      JsonObject entry = new JsonObject().put("kind", "ADDRESS").put("value", address);
      Reply reply = Paced.call(() -> api.block(entry), CALL_LIMIT, "cannot block an address");
      if (!reply.succeeded()) {
        throw new SaleException("cannot block an address: " + reply.problem());
      }
    }
    crowd.prepare(soldItem, tokens.nextUser(), LEAST_TOKENS_PER_SECOND);
    Wrk.Result early = load(salePort(), soldItem, crowd.headers(), 1, 0);
    if (early.requests() - early.refused() != SOLD_OUT_STOCK) {
      throw new SaleException("the item did not sell out: " + early);
    }
  }

  private ItemSpec item(long id, long stock, Instant now) {
    Instant start = now.minus(Duration.ofMinutes(1));
    return new ItemSpec(
        id, "bench-" + id, "Bench", 100, stock, start, now.plusSeconds(86_400), crowd.gate());
  }

  private double warm(String what, int port, long item) throws IOException, InterruptedException {
    double before = 0;
    for (int spent = 0; spent < plan.warmSeconds(); spent += WARM_STEP_SECONDS) {
      double rate = load(port, item, WARM_STEP_SECONDS, 0).perSecond();
      progress.step(String.format("warming: %s: %,.0f", what, rate));
      if (before > 0 && Math.abs(rate - before) < STEADY * before) {
        return rate;
      }
      before = rate;
    }
    return before;
  }

  private Wrk.Result load(int port, long item, int seconds, double expectedPerSecond)
      throws IOException, InterruptedException {
    return load(port, item, crowd.headers(), seconds, expectedPerSecond);
  }

  private Wrk.Result load(
      int port, long item, Crowd.Headers headers, int seconds, double expectedPerSecond)
      throws IOException, InterruptedException {
    return run(port, item, headers, prepare(port, item, seconds, expectedPerSecond), seconds);
  }

  /** A file of tokens for a run, of users who are ready to buy. */
  private Path prepare(int port, long item, int seconds, double expectedPerSecond)
      throws IOException, InterruptedException {
    double rate = Math.max(TOKEN_RESERVE * expectedPerSecond, LEAST_TOKENS_PER_SECOND);
    long users = (long) (rate * seconds);
    if (item == openItem && port != barePort) {
      crowd.prepare(item, tokens.nextUser(), users);
    }
    return tokens.next(users);
  }

  private Wrk.Result run(int port, long item, Crowd.Headers headers, Path users, int seconds)
      throws IOException, InterruptedException {
    Wrk.Result result = wrk.run(port, "/api/items/" + item + "/purchases", headers, users, seconds);
    if (result.errors() > 0 || (result.wrapped() > 0 && item == openItem && port != barePort)) {
      throw new SaleException("the load client met errors: " + result);
    }
    return result;
  }

  private Wrk.Result accepted(double expected) throws IOException, InterruptedException {
    Path users = prepare(salePort(), openItem, plan.seconds(), expected);
    CpuMeter cpu = new CpuMeter();
    Wrk.Result result = run(salePort(), openItem, crowd.headers(), users, plan.seconds());
    requireAll(ACCEPTED, result, 0);
    add(ACCEPTED, result.perSecond());
    add(P50, result.p50Micros());
    add(P99, result.p99Micros());
    cpu.sinceStart()
        .forEach((name, time) -> add(CPU + name, time.toNanos() / 1e3 / result.requests()));
    return result;
  }

  private void sustained(double expected) throws IOException, InterruptedException {
    progress.step("sustained run of " + plan.sustainedSeconds() + " s");
    long landedBefore = books.landed(List.of(openItem));
    Wrk.Result result = load(salePort(), openItem, plan.sustainedSeconds(), expected);
    long landed = books.landed(List.of(openItem)) - landedBefore;
    requireAll(SUSTAINED, result, 0);
    add(SUSTAINED, result.perSecond());
    add(LANDED, landed * result.perSecond() / result.requests());
    add(BACKLOG, Math.max(0, result.requests() - landed));
    drain();
  }

  private void requireAll(String what, Wrk.Result result, long refused) {
    if (result.refused() != refused) {
      throw new SaleException(
          what + ": " + result.refused() + " refusals where " + refused + " were due");
    }
  }

  private void drain() throws InterruptedException {
    long deadline = System.nanoTime() + DRAIN_LIMIT.toNanos();
    while (!books.isDrained(openItem)) {
      if (System.nanoTime() > deadline) {
        throw new SaleException("orders did not land within " + DRAIN_LIMIT.toMinutes() + " min");
      }
      progress.show("waiting for orders to land");
      Thread.sleep(POLL_MILLIS);
    }
  }

  private void add(String name, double value) {
    figures.computeIfAbsent(name, key -> new Figure()).add(value);
  }

  private int salePort() {
    return system.gateways().get(0).getPort();
  }

  @Override
  public void close() {
    books.close();
    Waiting.on(vertx.close(), CALL_LIMIT, "cannot stop the client");
  }
}
