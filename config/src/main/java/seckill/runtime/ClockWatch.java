package seckill.runtime;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.ClockSettings;
import seckill.contract.Addresses;
import seckill.contract.ClockReading;
import seckill.runtime.clock.SharedClock;

/**
 * Compares the time of this process with that of Redis again and again, and corrects it.
 *
 * <p>Belongs to one event loop.
 */
public final class ClockWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);

  /** Nothing works before the time is known, so the first try is repeated sooner. */
  private static final long FIRST_RETRY_MILLIS = 50;

  private final Vertx vertx;
  private final SharedClock clock;
  private final ClockSettings settings;
  private final Supplier<Future<ClockReading>> source;
  private final Backoff unknown;
  private long timer = -1;
  private boolean asking;
  private boolean stopped;

  private ClockWatch(
      Vertx vertx,
      ServiceContext service,
      ClockSettings settings,
      Supplier<Future<ClockReading>> source) {
    this.vertx = vertx;
    this.clock = service.clock();
    this.settings = settings;
    this.source = source;
    this.unknown = new Backoff(FIRST_RETRY_MILLIS, settings.measureMillis());
    show(service.meters());
  }

  /** For a service with a link to Redis. */
  public static ClockWatch ofRedis(
      Vertx vertx, RedisLink redis, ServiceContext service, ClockSettings settings) {
    return new ClockWatch(
        vertx,
        service,
        settings,
        () -> redis.send(Request.cmd(Command.TIME)).map(ClockWatch::read));
  }

  /** For a service without one: the seckill service tells the time over the bus. */
  public static ClockWatch ofBus(Vertx vertx, ServiceContext service, ClockSettings settings) {
    DeliveryOptions limit = new DeliveryOptions().setSendTimeout(settings.measureMillis());
    return new ClockWatch(
        vertx,
        service,
        settings,
        () ->
            vertx
                .eventBus()
                .<JsonObject>request(Addresses.TIME_GET, new JsonObject(), limit)
                .map(reply -> ClockReading.fromJson(reply.body())));
  }

  private static ClockReading read(Response time) {
    return new ClockReading(
        TimeUnit.SECONDS.toMicros(time.get(0).toLong()) + time.get(1).toLong(), 0);
  }

  private void show(MeterRegistry meters) {
    gauge(
        meters, "offset", "this machine's clock less that of Redis", SharedClock::wallAheadMillis);
    gauge(
        meters,
        "uncertainty",
        "how far from the time of Redis the corrected time may be",
        SharedClock::errorMillis);
  }

  private void gauge(
      MeterRegistry meters, String name, String description, ToDoubleFunction<SharedClock> millis) {
    Gauge.builder(
            "seckill.clock." + name,
            clock,
            of ->
                of.isKnown() ? millis.applyAsDouble(of) / TimeUnit.SECONDS.toMillis(1) : Double.NaN)
        .baseUnit("seconds")
        .description(description)
        .strongReference(true)
        .register(meters);
  }

  /** Begins; succeeds once the time of Redis is known. */
  public Future<Void> start() {
    look();
    return clock.known(vertx);
  }

  /** Compares now, and from then on again and again. */
  public void look() {
    if (asking || stopped || !clock.isCorrected()) {
      return;
    }
    asking = true;
    vertx.cancelTimer(timer);
    long askedNanos = clock.nanos();
    Future.succeededFuture()
        .compose(now -> source.get())
        .onSuccess(reading -> clock.learn(reading, askedNanos, clock.nanos()))
        .onFailure(cause -> LOG.debug("the time of Redis is not told: {}", cause.getMessage()))
        .onComplete(
            done -> {
              asking = false;
              if (!stopped) {
                timer = vertx.setTimer(waitMillis(), tick -> look());
              }
            });
  }

  private long waitMillis() {
    return clock.isKnown() ? settings.measureMillis() : unknown.next();
  }

  /** Compares no more. */
  public void stop() {
    stopped = true;
    vertx.cancelTimer(timer);
  }

  /** Fails while the time of Redis is not known, and with a warning if a person should look. */
  public Future<Void> check() {
    if (!clock.isCorrected()) {
      return Future.succeededFuture();
    }
    if (!clock.isKnown()) {
      return Future.failedFuture("the time of Redis is not known yet");
    }
    long ahead = clock.wallAheadMillis();
    if (Math.abs(ahead) > settings.warnMillis()) {
      return Health.warning(
          "this machine's clock is "
              + Math.abs(ahead)
              + (ahead > 0 ? " ms ahead of" : " ms behind")
              + " that of Redis; this is corrected");
    }
    long error = clock.errorMillis();
    return error <= settings.warnMillis()
        ? Future.succeededFuture()
        : Health.warning("the time of Redis is known to " + error + " ms only");
  }
}
