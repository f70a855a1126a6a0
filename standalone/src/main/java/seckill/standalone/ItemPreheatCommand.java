package seckill.standalone;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import seckill.contract.ItemIds;
import seckill.contract.Texts;
import seckill.standalone.catalog.ItemImport;

/** {@code seckill item preheat}: loads an item into Redis. */
@Command(
    name = "preheat",
    description =
        "Loads an item from MySQL into Redis, so that it can be sold. Doing it again changes"
            + " nothing.")
final class ItemPreheatCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private OperatorOptions target;

  @Parameters(paramLabel = "ID", description = "The item.")
  private String itemId;

  @Override
  public Integer call() {
    OptionNames.in(spec, () -> ItemIds.parse(itemId));
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
                + Texts.counted(answer.getLong("stock"), "unit")
                + " left"
                + already);
    return ExitCodes.OK;
  }
}
