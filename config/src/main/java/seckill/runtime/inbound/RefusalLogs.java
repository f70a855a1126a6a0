package seckill.runtime.inbound;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The refusal logs of a process, one for each kind of refusal. Thread-safe. */
public final class RefusalLogs {
  private static final Logger LOG = LoggerFactory.getLogger(RefusalLogs.class);

  /** The default of the setting {@code management.refusalLogMillis}. */
  public static final long USUAL_MILLIS = 60_000;

  private final MeterRegistry meters;
  private final long everyMillis;
  private final Map<String, RefusalLog> logs = new ConcurrentHashMap<>();

  /**
   * No logs yet.
   *
   * @param everyMillis how often each tells of refusals at most
   */
  public RefusalLogs(MeterRegistry meters, long everyMillis) {
    this.meters = meters;
    this.everyMillis = everyMillis;
  }

  /**
   * The log of one kind of refusal.
   *
   * @param meter the name that refusals are counted under, with their reason as a label
   * @param description help text of that meter
   * @param what was refused, as the log line begins
   */
  public RefusalLog of(Vertx vertx, String meter, String description, String what) {
    return of(vertx, meter, description, Tags.empty(), what);
  }

  /** The log of what is published at one address and passed over. */
  RefusalLog ofFacts(Vertx vertx, String address) {
    return of(
        vertx,
        "seckill.bus.passed.over",
        "published facts that a listener could not read, by address and reason",
        Tags.of("address", address),
        "facts of " + address + " passed over");
  }

  private RefusalLog of(Vertx vertx, String meter, String description, Tags tags, String what) {
    return logs.computeIfAbsent(
        what,
        first -> {
          Map<String, Counter> counters = new ConcurrentHashMap<>();
          // Of no verticle, whose timers would end with it.
          Context context = ((VertxInternal) vertx).createEventLoopContext();
          return new RefusalLog(
              reason ->
                  counters
                      .computeIfAbsent(reason, name -> counter(meter, description, tags, name))
                      .increment(),
              due -> context.runOnContext(here -> vertx.setTimer(everyMillis, ended -> due.run())),
              line -> LOG.warn("{}: {}", what, line));
        });
  }

  private Counter counter(String meter, String description, Tags tags, String reason) {
    return Counter.builder(meter)
        .description(description)
        .tags(tags.and("reason", reason))
        .register(meters);
  }
}
