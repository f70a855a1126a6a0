package seckill.sale;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import seckill.runtime.Health;

/** The health checks of one till, which run on its event loop whoever asks. */
final class TillHealth {
  private final Context context;
  private final Health health;
  private final List<Runnable> registered = new ArrayList<>();

  TillHealth(Context context, Health health) {
    this.context = context;
    this.health = health;
  }

  /** Adds a check that turns readiness off. */
  void check(String name, Supplier<Future<Void>> check) {
    registered.add(health.register(name, () -> here(check)));
  }

  /** Adds a check whose failure is only shown. */
  void warn(String name, Supplier<Future<Void>> check) {
    registered.add(health.warn(name, () -> here(check)));
  }

  // Health is asked from other event loops; the links belong to this one.
  private Future<Void> here(Supplier<Future<Void>> check) {
    Promise<Void> result = Promise.promise();
    context.runOnContext(arrived -> check.get().onComplete(result));
    return result.future();
  }

  /** Takes all checks away. */
  void close() {
    registered.forEach(Runnable::run);
  }
}
