package seckill.standalone;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import seckill.contract.ItemIds;
import seckill.standalone.catalog.ItemImport;

/** {@code seckill item preheat}: loads an item into Redis. */
@Command(
    name = "preheat",
    description =
        "Loads an item from MySQL into Redis, so that it can be sold. Doing it again changes"
            + " nothing.")
final class ItemPreheatCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private TargetOptions target;

  @Parameters(paramLabel = "ID", description = "The item.")
  private String itemId;

  @Override
  public Integer call() {
    ItemIds.parse(itemId);
    JsonObject answer = target.withApi(api -> new ItemImport(api).preheat(itemId)).body();
    String already = answer.getBoolean("alreadyActive", false) ? ", was active already" : "";
    spec.commandLine()
        .getOut()
        .println(
            "item "
                + itemId
                + ": "
                + answer.getString("status")
                + ", "
                + answer.getValue("stock")
                + " units left"
                + already);
    return 0;
  }
}
