package seckill.standalone.rehearsal.chaos;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import seckill.standalone.client.SaleApi;
import seckill.standalone.client.TokenMint;
import seckill.standalone.process.Loopback;
import seckill.standalone.process.SaleSystem;

/** The buyers of one round: those of the rush, and some who come when it is over. */
final class Crowd implements AutoCloseable {
  private static final Duration TOKEN_LIFETIME = Duration.ofHours(1);
  private static final int CONNECTIONS = 300;
  private static final int CONNECT_TIMEOUT_MILLIS = 2000;
  private static final int PAUSE_MILLIS = 300;

  private final Vertx vertx;
  private final Context context;
  private final ChaosPlan plan;
  private final Random random;
  private final HttpClient client;
  private final List<SaleApi> gateways;
  private final List<Buyer> early = new ArrayList<>();
  private final List<Buyer> late = new ArrayList<>();
  private final Counter counter;

  Crowd(Vertx vertx, ChaosPlan plan, long seed, SaleSystem system, TokenMint mint, long itemId) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.plan = plan;
    this.random = new Random(seed);
    this.client =
        vertx
            .httpClientBuilder()
            .with(new HttpClientOptions().setConnectTimeout(CONNECT_TIMEOUT_MILLIS))
            .with(new PoolOptions().setHttp1MaxSize(CONNECTIONS).setMaxWaitQueueSize(-1))
            // Each request hears by itself that a killed gateway has closed its connection.
            .withConnectHandler(connection -> connection.exceptionHandler(reset -> {}))
            .build();
    this.gateways = system.gateways().stream().map(uri -> new SaleApi(client, uri, mint)).toList();
    this.counter =
        new Counter(vertx, this::anyGateway, Long.toString(itemId), new Random(random.nextLong()));
    int window = Math.toIntExact(plan.window().toMillis());
    for (int i = 0; i < plan.buyers(); i++) {
      early.add(buyer(mint, seed, i, random.nextInt(window), Habits.any(random)));
    }
    for (int i = 0; i < plan.latecomers(); i++) {
      late.add(buyer(mint, seed, plan.buyers() + i, 0, List.of(Deed.INSIST)));
    }
  }

  private static Buyer buyer(
      TokenMint mint, long seed, int number, long arrives, List<Deed> deeds) {
    String userId = "chaos-" + seed + "-" + number;
    String token = mint.buyer(userId, TOKEN_LIFETIME);
    return new Buyer(number, userId, token, arrives, deeds, new Testimony());
  }

  private SaleApi anyGateway(Buyer buyer) {
    return gateways.get(random.nextInt(gateways.size())).from(Loopback.addressOf(buyer.number()));
  }

  /** Lets the buyers of the rush come; succeeds when none of them waits for anything. */
  Future<Void> rush() {
    return run(early, plan.window());
  }

  /** Lets the others come; succeeds when each has a yes or a no, or the limit is over. */
  Future<Void> latecomers() {
    return run(late, plan.limit());
  }

  private Future<Void> run(List<Buyer> buyers, Duration patience) {
    Promise<Void> over = Promise.promise();
    context.runOnContext(
        start -> {
          counter.patienceEnds(System.nanoTime() + patience.toNanos());
          Future.all(buyers.stream().map(this::life).toList()).<Void>mapEmpty().onComplete(over);
        });
    return over.future();
  }

  private Future<Void> life(Buyer buyer) {
    return after(buyer.arrivesMillis()).compose(arrived -> next(buyer, buyer.deeds().iterator()));
  }

  private Future<Void> next(Buyer buyer, Iterator<Deed> deeds) {
    Future<Void> done = deeds.next().by(buyer, counter);
    return deeds.hasNext()
        ? done.compose(heard -> after(random.nextInt(PAUSE_MILLIS)))
            .compose(again -> next(buyer, deeds))
        : done;
  }

  private Future<Void> after(long millis) {
    return millis < 1 ? Future.succeededFuture() : vertx.timer(millis).mapEmpty();
  }

  /** Does something on the event loop that the buyers live on. */
  void onLoop(Runnable work) {
    context.runOnContext(now -> work.run());
  }

  Counter counter() {
    return counter;
  }

  List<Buyer> late() {
    return late;
  }

  /** Everybody. */
  List<Buyer> all() {
    List<Buyer> all = new ArrayList<>(early);
    all.addAll(late);
    return all;
  }

  Map<String, Long> answers() {
    return counter.answers();
  }

  @Override
  public void close() {
    client.close();
  }
}
