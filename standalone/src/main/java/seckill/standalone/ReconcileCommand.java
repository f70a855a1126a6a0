package seckill.standalone;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import seckill.contract.ItemIds;
import seckill.standalone.client.Reconciliation;
import seckill.standalone.client.Reply;
import seckill.standalone.process.SaleException;

/** {@code seckill reconcile}: holds the books of an item against each other. */
@Command(
    name = "reconcile",
    description =
        "Holds Redis against MySQL for one item now and prints the report (JSON). Exit code 0 if"
            + " the books balance or orders are still on their way, 1 if there are findings.")
final class ReconcileCommand implements Callable<Integer> {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Set<String> CLEAN = Set.of("BALANCED", "IN_FLIGHT");

  @Spec private CommandSpec spec;
  @Mixin private TargetOptions target;

  @Parameters(paramLabel = "ID", description = "The item.")
  private String itemId;

  @Option(
      names = "--repair",
      description =
          "Also mend what can be mended safely: lost orders, leaked units, ghosts, too many orders,"
              + " stranded units and the ledger. It is written down who asked.")
  private boolean repair;

  @Override
  public Integer call() {
    ItemIds.parse(itemId);
    Reply reply = target.withApi(api -> ask(new Reconciliation(api)));
    if (!reply.succeeded()) {
      throw new SaleException("cannot reconcile item " + itemId + ": " + reply.problem());
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(reply.body().encodePrettily());
    String verdict = reply.body().getString("verdict");
    out.println("item " + itemId + ": " + verdict);
    return CLEAN.contains(verdict) ? 0 : 1;
  }

  private Reply ask(Reconciliation auditor) {
    return repair ? auditor.repair(itemId, LIMIT) : auditor.run(itemId, LIMIT);
  }
}
