package seckill.standalone.rehearsal.gate;

import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.client.TokenMint;

/** Sends what visitors want to send, so many at a time, over real HTTP, on one event loop. */
final class Drive {
  private static final int CONNECT_TIMEOUT_MILLIS = 5000;
  private static final int ANSWER_TIMEOUT_SECONDS = 10;

  private final Vertx vertx;
  private final Context context;
  private final HttpClient client;
  private final List<SaleApi> gateways;
  private final int concurrency;
  private final Queue<Turn> ready = new ArrayDeque<>();

  private int inFlight;
  private int sent;
  private boolean stopped;

  /** Hears everything that one visitor hears. */
  interface Listener {
    /**
     * An answer.
     *
     * @param reply with {@link Visitor#NO_ANSWER} if there was none
     */
    void heard(Call call, Reply reply, long nanos);

    /** The visitor is done. */
    void done();
  }

  private record Turn(Visitor visitor, Listener listener, Call call) {}

  Drive(Vertx vertx, Context context, List<URI> targets, TokenMint mint, int concurrency) {
    this.vertx = vertx;
    this.context = context;
    this.concurrency = concurrency;
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setConnectTimeout(CONNECT_TIMEOUT_MILLIS)
                .setIdleTimeout(ANSWER_TIMEOUT_SECONDS)
                .setTcpNoDelay(true),
            new PoolOptions().setHttp1MaxSize(concurrency).setMaxWaitQueueSize(-1));
    this.gateways = targets.stream().map(uri -> new SaleApi(client, uri, mint)).toList();
  }

  /** Lets a visitor in; from any thread. */
  void admit(Visitor visitor, Listener listener) {
    context.runOnContext(entry -> plan(visitor, listener, visitor.first()));
  }

  /** Sends nothing more; on the event loop. */
  void stop() {
    stopped = true;
    ready.clear();
    client.close();
  }

  private void plan(Visitor visitor, Listener listener, Step step) {
    if (stopped) {
      return;
    }
    if (step == null) {
      listener.done();
      return;
    }
    Turn turn = new Turn(visitor, listener, step.call());
    if (step.pauseMillis() > 0) {
      vertx.setTimer(step.pauseMillis(), over -> enqueue(turn));
    } else {
      enqueue(turn);
    }
  }

  private void enqueue(Turn turn) {
    if (!stopped) {
      ready.add(turn);
      pump();
    }
  }

  private void pump() {
    while (inFlight < concurrency && !ready.isEmpty()) {
      inFlight++;
      send(ready.remove());
    }
  }

  private void send(Turn turn) {
    Call call = turn.call();
    long since = System.nanoTime();
    gateways
        .get(sent++ % gateways.size())
        .send(call.method(), call.path(), call.headers(), call.body())
        .timeout(ANSWER_TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .onComplete(answer -> receive(turn, answer, System.nanoTime() - since));
  }

  private void receive(Turn turn, AsyncResult<Reply> answer, long nanos) {
    inFlight--;
    if (stopped) {
      return;
    }
    Reply reply =
        answer.succeeded()
            ? answer.result()
            : new Reply(0, new JsonObject().put("code", Visitor.NO_ANSWER));
    turn.listener().heard(turn.call(), reply, nanos);
    plan(turn.visitor(), turn.listener(), turn.visitor().heard(reply));
    pump();
  }
}
