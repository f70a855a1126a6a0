package seckill.standalone.rehearsal.gate;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Looks at the counters of the services again and again, so that a restart loses few counts. */
final class FunnelWatch {
  private static final long PERIOD_MILLIS = 250;
  private static final long ANSWER_TIMEOUT_SECONDS = 10;

  private final Vertx vertx;
  private final Map<String, URI> services;
  private final HttpClient client;
  private final GateCounters counters = new GateCounters();
  private long timer = -1;
  private boolean stopped;

  /**
   * @param services management port by name
   */
  FunnelWatch(Vertx vertx, Map<String, URI> services) {
    this.vertx = vertx;
    this.services = services;
    this.client = vertx.createHttpClient(new HttpClientOptions());
  }

  /** Looks once; the future succeeds when every service has answered or could not. */
  Future<Void> look() {
    List<Future<String>> pages = new ArrayList<>();
    services.forEach((name, uri) -> pages.add(page(uri).onSuccess(page -> note(name, page))));
    return Future.join(pages).otherwiseEmpty().mapEmpty();
  }

  private synchronized void note(String name, String page) {
    counters.note(name, page);
  }

  private Future<String> page(URI uri) {
    RequestOptions request =
        new RequestOptions()
            .setMethod(HttpMethod.GET)
            .setHost(uri.getHost())
            .setPort(uri.getPort())
            .setURI("/metrics");
    return client
        .request(request)
        .compose(open -> open.send().compose(HttpClientResponse::body))
        .timeout(ANSWER_TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .map(Object::toString);
  }

  /** Looks from now on, never twice at a time. */
  synchronized void start() {
    if (!stopped) {
      timer = vertx.setTimer(PERIOD_MILLIS, due -> look().onComplete(seen -> start()));
    }
  }

  /** Looks for the last time. */
  Future<Void> stop() {
    synchronized (this) {
      stopped = true;
      vertx.cancelTimer(timer);
    }
    return look();
  }

  synchronized GateFunnel funnel() {
    return GateFunnel.of(counters.counts());
  }

  /** How often a service started anew meanwhile. */
  synchronized int restarts() {
    return counters.restarts();
  }
}
