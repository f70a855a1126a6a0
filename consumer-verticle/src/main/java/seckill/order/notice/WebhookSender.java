package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Posts each notice to one URL, signed, with its id as {@code Idempotency-Key}. */
final class WebhookSender implements NoticeSender {
  static final String ID_HEADER = "Idempotency-Key";
  static final String SIGNATURE_HEADER = "Notice-Signature";

  private static final Logger LOG = LoggerFactory.getLogger(WebhookSender.class);
  private static final String JSON = "application/json";
  private static final String AGENT = "seckill";

  /** An answer may still be read while the next notice leaves. */
  private static final int CONNECTIONS_PER_NOTICE = 2;

  private Vertx vertx;
  private NoticeSettings settings;
  private Clock clock;
  private HttpClient client;
  private WebhookSignature signature;

  @Override
  public String name() {
    return NoticeSettings.WEBHOOK;
  }

  @Override
  public Future<Void> open(Vertx vertx, NoticeSettings settings, Clock clock) {
    this.vertx = vertx;
    this.settings = settings;
    this.clock = clock;
    if (settings.secret().isEmpty()) {
      LOG.warn("notify.secret is empty: the receiver cannot know that notices are ours");
    } else {
      signature = new WebhookSignature(settings.secret());
    }
    int atOnce = settings.inFlight() + settings.retriesInFlight();
    client =
        vertx.createHttpClient(new PoolOptions().setHttp1MaxSize(CONNECTIONS_PER_NOTICE * atOnce));
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> send(Notice notice) {
    Buffer body = notice.toJson().toBuffer();
    return client
        .request(request(notice, body))
        .transform(
            connected ->
                connected.succeeded()
                    ? exchange(connected.result(), body)
                    : Future.failedFuture(
                        UndeliveredException.unreachable(connected.cause().toString())));
  }

  private RequestOptions request(Notice notice, Buffer body) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setAbsoluteURI(settings.url())
            .setFollowRedirects(false)
            .setConnectTimeout(settings.timeoutMillis())
            .putHeader(HttpHeaders.CONTENT_TYPE.toString(), JSON)
            .putHeader(HttpHeaders.ACCEPT.toString(), JSON)
            .putHeader(HttpHeaders.USER_AGENT.toString(), AGENT)
            .putHeader(ID_HEADER, notice.id());
    if (signature != null) {
      long seconds = TimeUnit.MILLISECONDS.toSeconds(clock.millis());
      options.putHeader(SIGNATURE_HEADER, signature.of(seconds, body.getBytes()));
    }
    return options;
  }

  private Future<Void> exchange(HttpClientRequest request, Buffer body) {
    WebhookExchange exchange = new WebhookExchange(request, settings.maxAnswerBytes(), clock);
    long timer = vertx.setTimer(settings.timeoutMillis(), late -> exchange.abandon());
    exchange.over().onComplete(over -> vertx.cancelTimer(timer));
    return exchange.run(body);
  }

  @Override
  public Future<Void> close() {
    return client == null ? Future.succeededFuture() : client.close();
  }
}
