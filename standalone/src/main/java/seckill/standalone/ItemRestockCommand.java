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
import seckill.contract.Texts;

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
    TermsChange change =
        OptionNames.in(
            spec,
            () ->
                new TermsChange(
                    ItemIds.parse(terms.itemId()),
                    terms.requestId(),
                    TermsChange.Kind.RESTOCK,
                    units,
                    null));
    JsonObject answer = terms.make(change);
    spec.commandLine()
        .getOut()
        .println(
            "item "
                + terms.itemId()
                + ": "
                + Texts.counted(answer.getLong("units"), "unit")
                + " added, "
                + answer.getValue("total")
                + " ever for sale"
                + terms.closing(answer));
    return ExitCodes.OK;
  }
}
