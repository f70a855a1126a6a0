package seckill.reconcile;

import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.Optional;
import seckill.config.RedisSettings;
import seckill.runtime.MySqlLink;
import seckill.runtime.RedisLink;
import seckill.testkit.TestVertx;

/** Looks at an item once, without the second look that a real run takes at a gap. */
final class SingleLook implements AutoCloseable {
  private final Context context;
  private Run run;
  private Audit audit;

  SingleLook(Vertx vertx, JsonObject document, MySqlLink mysql) {
    context = vertx.getOrCreateContext();
    ReconcileSettings settings = ReconcileSettings.of(document);
    Promise<Void> ready = Promise.promise();
    context.runOnContext(
        start -> {
          RedisLink link = new RedisLink(vertx, RedisSettings.of(document), "look");
          Lease lease = new Lease(link, settings.leaseMillis());
          link.connect()
              .compose(connected -> lease.acquire("look"))
              .<Void>mapEmpty()
              .onSuccess(
                  acquired -> {
                    run = new Run(vertx, lease, "look", System.nanoTime(), 0);
                    audit =
                        new Audit(
                            new RedisBooks(link, settings.pageSize()),
                            new SqlBooks(mysql, settings.pageSize()),
                            run,
                            settings,
                            Clock.systemUTC());
                  })
              .onComplete(ready);
        });
    TestVertx.await(ready.future());
  }

  Inspection at(long itemId, boolean compareNames) {
    Promise<Optional<Inspection>> done = Promise.promise();
    context.runOnContext(start -> audit.inspect(itemId, compareNames).onComplete(done));
    return TestVertx.await(done.future().map(Optional::orElseThrow));
  }

  @Override
  public void close() {
    Promise<Void> done = Promise.promise();
    context.runOnContext(stop -> run.end().onComplete(done));
    TestVertx.await(done.future());
  }
}
