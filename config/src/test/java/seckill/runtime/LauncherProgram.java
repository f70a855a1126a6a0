package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.infinispan.util.concurrent.TimeoutException;

/** A service for {@link ServiceLauncherIT}; its argument in the environment says how it behaves. */
final class LauncherProgram implements Service {
  private static final String BEHAVIOUR = "LAUNCHER_PROGRAM";

  public static void main(String[] arguments) {
    ServiceLauncher.main(new LauncherProgram(), arguments);
  }

  @Override
  public String name() {
    return "seckill";
  }

  @Override
  public Future<List<String>> deploy(Vertx vertx, JsonObject settings, ServiceContext context) {
    String behaviour = System.getenv().getOrDefault(BEHAVIOUR, "");
    return switch (behaviour) {
      case "fail" -> Future.failedFuture("cannot reach\n  the till");
      case "throw" -> throw new IllegalStateException("thrown");
      case "silence" ->
          Future.failedFuture(
              new IllegalStateException("cannot register", new TimeoutException("no answer")));
      case "never" -> Future.future(never -> {});
      case "cluster" -> vertx.deployVerticle(new Talking()).map(List::of);
      default -> vertx.deployVerticle(new Slow()).map(List::of);
    };
  }

  private static final class Slow extends VerticleBase {
    @Override
    public Future<?> start() {
      System.out.println("verticle started");
      return Future.succeededFuture();
    }

    @Override
    public Future<?> stop() {
      return vertx
          .timer(1, TimeUnit.SECONDS)
          .onSuccess(done -> System.out.println("verticle stopped"));
    }
  }

  /** Needs the event bus of the cluster until it has stopped. */
  private static final class Talking extends VerticleBase {
    private static final String ADDRESS = "test.late";

    @Override
    public Future<?> start() {
      System.out.println("verticle started");
      return Future.succeededFuture();
    }

    @Override
    public Future<?> stop() {
      return vertx
          .timer(1, TimeUnit.SECONDS)
          .compose(
              late ->
                  vertx
                      .eventBus()
                      .consumer(ADDRESS, message -> message.reply("stopped"))
                      .completion())
          .compose(listening -> vertx.eventBus().<String>request(ADDRESS, "how are you"))
          .onSuccess(reply -> System.out.println("verticle " + reply.body()));
    }
  }
}
