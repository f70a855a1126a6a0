package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.VertxException;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The named readiness checks of one process.
 *
 * <p>A check answers with a future: success is up, a failure is down and its message says why. Many
 * instances of one verticle may register the same name; the name is up when all of them are. A
 * warning is a check that a person should know of and that does not turn readiness off; any check
 * can come to one ({@link #warning}).
 */
public final class Health {
  private static final class Warning extends VertxException {
    private static final long serialVersionUID = 1;

    Warning(String message) {
      super(message, true);
    }
  }

  private static final long UNLIMITED = Long.MAX_VALUE;
  private static final String UP = "UP";
  private static final String WARN = "WARN: ";
  private static final String DOWN = "DOWN: ";

  private final Map<String, CopyOnWriteArrayList<Supplier<Future<?>>>> checks =
      new ConcurrentHashMap<>();
  private final Set<String> warnings = ConcurrentHashMap.newKeySet();
  private volatile String draining;

  /** Registers a readiness check and returns what removes it. */
  public Runnable register(String name, Supplier<Future<?>> check) {
    CopyOnWriteArrayList<Supplier<Future<?>>> list =
        checks.computeIfAbsent(name, n -> new CopyOnWriteArrayList<>());
    list.add(check);
    return () -> list.remove(check);
  }

  /** Registers a check whose failure is shown and leaves readiness as it is. */
  public Runnable warn(String name, Supplier<Future<?>> check) {
    warnings.add(name);
    return register(name, check);
  }

  /** The result of a check that a person should know of and that leaves readiness as it is. */
  public static Future<Void> warning(String message) {
    return Future.failedFuture(new Warning(message));
  }

  /** Turns readiness off until the returned action runs, for example while the process starts. */
  public Runnable hold(String name, String reason) {
    return register(name, () -> Future.failedFuture(reason));
  }

  /** Turns readiness off for good, for example because the process stops. */
  public void drain(String reason) {
    draining = reason;
  }

  /** Runs all checks and waits for all of them, however long they take. */
  public Future<JsonObject> ready() {
    return ready(UNLIMITED);
  }

  /**
   * Runs all checks: {@code {status: UP|DOWN, checks: {name: UP|WARN: why|DOWN: why}}}.
   *
   * @param timeoutMillis after which a check that does not answer counts as down
   */
  public Future<JsonObject> ready(long timeoutMillis) {
    JsonObject results = new JsonObject();
    if (draining != null) {
      results.put("stopping", draining);
    }
    Future<?> all = Future.succeededFuture();
    for (Map.Entry<String, CopyOnWriteArrayList<Supplier<Future<?>>>> entry : checks.entrySet()) {
      for (Supplier<Future<?>> check : entry.getValue()) {
        Future<?> result =
            limited(run(check), timeoutMillis)
                .onComplete(done -> note(results, entry.getKey(), done.cause()));
        all = Future.join(all, result.otherwiseEmpty());
      }
    }
    return all.map(
        done -> {
          boolean up = results.stream().allMatch(result -> isGood(result.getValue()));
          return new JsonObject().put("status", up ? UP : "DOWN").put("checks", results);
        });
  }

  private static boolean isGood(Object result) {
    return UP.equals(result) || result.toString().startsWith(WARN);
  }

  private synchronized void note(JsonObject results, String name, Throwable cause) {
    if (cause != null) {
      String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
      boolean warns = cause instanceof Warning || warnings.contains(name);
      // Of several instances that do not agree the worst is told.
      if (!warns || !String.valueOf(results.getValue(name)).startsWith(DOWN)) {
        results.put(name, (warns ? WARN : DOWN) + reason);
      }
    } else if (!results.containsKey(name)) {
      results.put(name, UP);
    }
  }

  private static Future<Object> limited(Future<Object> result, long timeoutMillis) {
    return timeoutMillis == UNLIMITED
        ? result
        : result.timeout(timeoutMillis, TimeUnit.MILLISECONDS);
  }

  private static Future<Object> run(Supplier<Future<?>> check) {
    try {
      return check.get().mapEmpty();
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }
}
