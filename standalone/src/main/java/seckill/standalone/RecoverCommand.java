package seckill.standalone;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import seckill.contract.ItemIds;
import seckill.contract.Texts;
import seckill.standalone.client.Paced;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.process.Waiting;

/** {@code seckill recover}: builds the state of items in Redis again. */
@Command(
    name = "recover",
    description =
        "Builds the state of an item in Redis again from MySQL and the orders under way. The item is"
            + " closed meanwhile. Exit code 0 if all went well, 1 if an item stays closed.")
final class RecoverCommand implements Callable<Integer> {
  private static final Duration LIMIT = Duration.ofMinutes(15);

  @Spec private CommandSpec spec;
  @Mixin private OperatorOptions target;

  @ArgGroup(multiplicity = "1")
  private Which which;

  @Option(
      names = "--open",
      description = "Also open the store, where it waits for an operator (recovery.open).")
  private boolean open;

  /** One item or all. */
  private static final class Which {
    @Parameters(paramLabel = "ID", description = "The item.")
    private String itemId;

    @Option(names = "--all", description = "All items that were preheated.")
    private boolean all;
  }

  @Override
  public Integer call() {
    if (which.itemId != null) {
      OptionNames.in(spec, () -> ItemIds.parse(which.itemId));
    }
    return target.withApi(this::recover);
  }

  private int recover(SaleApi api) {
    List<String> itemIds = which.all ? all(api) : List.of(which.itemId);
    int failed = 0;
    for (String itemId : itemIds) {
      Reply reply = Paced.call(() -> api.recover(itemId), LIMIT, "cannot recover item " + itemId);
      if (!tell(itemId, reply)) {
        failed++;
      }
    }
    if (open) {
      Reply opened = Paced.call(api::openStore, LIMIT, "cannot open the store");
      if (opened.succeeded()) {
        spec.commandLine().getOut().println("the store is open");
      } else {
        spec.commandLine().getErr().println("the store stays closed: " + opened.problem());
        failed++;
      }
    }
    return failed == 0 ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private static List<String> all(SaleApi api) {
    JsonArray items = Waiting.on(api.items(), LIMIT, "cannot list the items");
    return items.stream().map(item -> ((JsonObject) item).getString("itemId")).toList();
  }

  private boolean tell(String itemId, Reply reply) {
    JsonObject body = reply.body();
    if (reply.succeeded()) {
      spec.commandLine()
          .getOut()
          .println(
              "item %s: %s, %s left, %s, epoch %s"
                  .formatted(
                      itemId,
                      body.getString("status"),
                      Texts.counted(body.getLong("stock"), "unit"),
                      Texts.counted(body.getLong("holders"), "holder"),
                      body.getValue("epoch")));
    } else {
      spec.commandLine().getErr().println("item " + itemId + " stays as it is: " + reply.problem());
    }
    return reply.succeeded();
  }
}
