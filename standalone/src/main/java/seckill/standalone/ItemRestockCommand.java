package seckill.standalone;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import seckill.contract.ItemIds;
import seckill.contract.TermsChange;

/** {@code seckill item restock}: adds units to an item. */
@Command(
    name = "restock",
    description = "Adds units to an item, before, during or after its sale, until it is settled.")
final class ItemRestockCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private TermsOptions terms;

  @Option(names = "--units", paramLabel = "N", required = true, description = "How many.")
  private long units;

  @Override
  public Integer call() {
    JsonObject answer =
        terms.make(
            new TermsChange(
                ItemIds.parse(terms.itemId()),
                terms.requestId(),
                TermsChange.Kind.RESTOCK,
                units,
                null));
    spec.commandLine()
        .getOut()
        .println(
            "item "
                + terms.itemId()
                + ": "
                + answer.getValue("units")
                + " units added, "
                + answer.getValue("total")
                + " ever for sale"
                + terms.closing(answer));
    return 0;
  }
}
