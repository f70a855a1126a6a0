package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.IntStream;

/** A service for {@link ClusterStartIT}: ready when all nodes, each by its number, answer it. */
final class ClusterProgram implements Service {
  static final String SIZE = "CLUSTER_PROGRAM_SIZE";
  static final String NUMBER = "CLUSTER_PROGRAM_NUMBER";

  private static final String ADDRESS = "test.node.";
  private static final DeliveryOptions PATIENCE = new DeliveryOptions().setSendTimeout(2000);

  public static void main(String[] arguments) {
    ServiceLauncher.main(new ClusterProgram(), arguments);
  }

  @Override
  public String name() {
    return "seckill";
  }

  @Override
  public Future<List<String>> deploy(Vertx vertx, JsonObject settings, ServiceContext context) {
    int size = Integer.parseInt(System.getenv(SIZE));
    String number = System.getenv(NUMBER);
    context
        .health()
        .register(
            "everybody",
            () ->
                Future.all(
                    IntStream.range(0, size)
                        .mapToObj(i -> vertx.eventBus().request(ADDRESS + i, number, PATIENCE))
                        .toList()));
    return vertx
        .eventBus()
        .<String>consumer(ADDRESS + number, message -> message.reply(number))
        .completion()
        .map(List.of());
  }
}
