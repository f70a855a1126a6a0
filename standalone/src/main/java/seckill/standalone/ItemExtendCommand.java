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

/** {@code seckill item extend}: moves the end of an item's sale. */
@Command(
    name = "extend",
    description = "Moves the end of a sale, also one that is over, until it is settled.")
final class ItemExtendCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private TermsOptions terms;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      required = true,
      description = "The new end, like 2026-12-01T12:00:00+08:00.")
  private String until;

  @Override
  public Integer call() {
    JsonObject wanted = new JsonObject().put("requestId", terms.requestId()).put("endAt", until);
    TermsChange change =
        OptionNames.in(
            spec,
            () ->
                TermsChange.fromJson(
                    ItemIds.parse(terms.itemId()), TermsChange.Kind.EXTEND, wanted));
    JsonObject answer = terms.make(change);
    spec.commandLine()
        .getOut()
        .println(
            "item "
                + terms.itemId()
                + ": the sale ends at "
                + answer.getString("endAt")
                + terms.closing(answer));
    return ExitCodes.OK;
  }
}
