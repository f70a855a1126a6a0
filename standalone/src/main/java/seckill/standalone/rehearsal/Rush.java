package seckill.standalone.rehearsal;

import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import seckill.contract.ItemSpec;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.client.TokenMint;
import seckill.standalone.process.Loopback;
import seckill.standalone.process.SaleSystem;

/**
 * The load generator: all attempts of a plan over real HTTP, by clients that try again where an
 * honest one would, on one event loop.
 */
final class Rush implements Load {
  static final String GAVE_UP = "GAVE_UP";

  private static final long PRICE_CENTS = 149_900;
  private static final Duration CLOCK_SLACK = Duration.ofMinutes(1);
  private static final long PACE_MILLIS = 5;
  private static final int RETRY_MIN_MILLIS = 50;
  private static final int RETRY_MAX_DOUBLINGS = 4;
  private static final int CONNECT_TIMEOUT_MILLIS = 5000;
  private static final int ANSWER_TIMEOUT_SECONDS = 10;

  private final Vertx vertx;
  private final Context context;
  private final Plan plan;
  private final List<String> itemIds = new ArrayList<>();
  private final Crowd crowd;
  private final Witness witness;
  private final Tally tally;
  private final List<SaleApi> gateways;
  private final boolean forwards;
  private final HttpClient client;
  private final Promise<Void> over = Promise.promise();

  private long startNanos;
  private int next;
  private int inFlight;

  Rush(Vertx vertx, Plan plan, SaleSystem system, TokenMint mint) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.plan = plan;
    this.crowd = new Crowd(plan, mint);
    this.witness = new Witness(plan.users());
    this.tally = new Tally();
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setConnectTimeout(CONNECT_TIMEOUT_MILLIS)
                .setIdleTimeout(ANSWER_TIMEOUT_SECONDS)
                .setTcpNoDelay(true),
            new PoolOptions().setHttp1MaxSize(plan.concurrency()).setMaxWaitQueueSize(-1));
    this.forwards = system.trustsForwarded();
    this.gateways = system.gateways().stream().map(uri -> new SaleApi(client, uri, mint)).toList();
  }

  @Override
  public ItemSpec item(long itemId, int number, Instant now) {
    itemIds.add(Long.toString(itemId));
    return new ItemSpec(
        itemId,
        "rehearsal-" + number,
        "Rehearsal item " + number,
        PRICE_CENTS,
        plan.stock(),
        // A little early, for the clock of Redis.
        now.minus(CLOCK_SLACK),
        now.plus(plan.limit()).plus(Duration.ofHours(1)));
  }

  @Override
  public Future<Void> start() {
    context.runOnContext(
        start -> {
          startNanos = System.nanoTime();
          if (plan.rate() > 0) {
            vertx.setPeriodic(PACE_MILLIS, this::keepPace);
          }
          pump();
        });
    return over.future();
  }

  private void keepPace(long timer) {
    pump();
    if (over.future().isComplete()) {
      vertx.cancelTimer(timer);
    }
  }

  private void pump() {
    while (inFlight < plan.concurrency() && next < plan.attempts() && isDue(next)) {
      inFlight++;
      Attempt attempt = new Attempt(next++);
      attempt.send(plan.rate() > 0 ? intendedNanos(attempt.number) : System.nanoTime());
    }
  }

  private boolean isDue(int attempt) {
    return plan.rate() == 0 || System.nanoTime() - intendedNanos(attempt) >= 0;
  }

  private long intendedNanos(int attempt) {
    return startNanos + attempt * TimeUnit.SECONDS.toNanos(1) / plan.rate();
  }

  private boolean isTooLate() {
    return System.nanoTime() - startNanos > plan.limit().toNanos();
  }

  private void done() {
    inFlight--;
    if (tally.settledCount() == plan.attempts()) {
      client.close();
      over.tryComplete();
    } else {
      pump();
    }
  }

  @Override
  public long startNanos() {
    return startNanos;
  }

  @Override
  public Tally tally() {
    return tally;
  }

  @Override
  public double doneShare() {
    return (double) tally.settledCount() / plan.attempts();
  }

  @Override
  public String progress() {
    return tally.settledCount() + " of " + plan.attempts() + " tries answered";
  }

  @Override
  public long intervalNanos() {
    // Without a given rate each connection is as fast as its answers, on average.
    return plan.rate() > 0 ? 0 : tally.meanNanos();
  }

  @Override
  public String latencyBasis() {
    return plan.rate() > 0 ? "from the intended start" : "corrected for coordinated omission";
  }

  @Override
  public Map<String, String> told() {
    return witness.told(crowd::userId);
  }

  @Override
  public List<String> breaches(List<ItemBooks> books) {
    List<String> breaches = new ArrayList<>();
    tally.outcomes().forEach((outcome, count) -> noteUnexpected(breaches, outcome, count));
    breaches.addAll(witness.summary());
    return breaches;
  }

  private static void noteUnexpected(List<String> breaches, String outcome, long count) {
    switch (outcome) {
      case "ACCEPTED", "DUPLICATE", "SOLD_OUT" -> {}
      case GAVE_UP -> breaches.add(count + " tries got no final answer in time");
      default -> breaches.add(count + " tries were answered " + outcome);
    }
  }

  /** One try of one user, until its final answer. */
  private final class Attempt {
    private final int number;
    private final int user;
    private final String key;
    private final SaleApi gateway;
    private int failures;

    Attempt(int number) {
      this.number = number;
      this.user = crowd.user(number);
      this.key = crowd.key(number);
      SaleApi any = gateways.get(number % gateways.size());
      this.gateway = forwards ? any.from(Loopback.addressOf(user)) : any;
    }

    void send(long sinceNanos) {
      boolean knewBefore = witness.orderOf(user) != null;
      gateway
          .buy(itemIds.get(plan.itemOf(user)), crowd.token(user), key)
          .timeout(ANSWER_TIMEOUT_SECONDS, TimeUnit.SECONDS)
          .onComplete(answer -> receive(answer, sinceNanos, knewBefore));
    }

    private void receive(AsyncResult<Reply> answer, long sinceNanos, boolean knewBefore) {
      if (answer.failed()) {
        retry("NO_CONNECTION");
        return;
      }
      tally.latency(System.nanoTime() - sinceNanos);
      Reply reply = answer.result();
      switch (reply.code()) {
        case "ACCEPTED", "DUPLICATE" -> {
          if (witness.holds(user, reply.orderId())) {
            tally.sold();
          }
          settle(reply.code());
        }
        case "PENDING", "BUSY", "DEGRADED", "PAUSED", "RATE_LIMITED", "NOT_STARTED", "INTERNAL" ->
            retry(reply.code());
        default -> {
          witness.refused(user, reply.code(), knewBefore);
          settle(reply.code().isEmpty() ? "HTTP_" + reply.status() : reply.code());
        }
      }
    }

    private void settle(String outcome) {
      tally.settled(outcome);
      done();
    }

    private void retry(String cause) {
      tally.retried(cause);
      if (isTooLate()) {
        settle(GAVE_UP);
        return;
      }
      int ceiling = RETRY_MIN_MILLIS << Math.min(failures++, RETRY_MAX_DOUBLINGS);
      long wait = ceiling + ThreadLocalRandom.current().nextInt(ceiling);
      vertx.setTimer(wait, again -> send(System.nanoTime()));
    }
  }
}
