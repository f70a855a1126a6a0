package seckill.standalone;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import seckill.contract.ItemIds;
import seckill.contract.Texts;
import seckill.standalone.client.Reconciliation;
import seckill.standalone.client.Reply;
import seckill.standalone.process.SaleException;

/** {@code seckill reconcile}: holds the books of an item against each other. */
@Command(
    name = "reconcile",
    description =
        "Holds Redis against MySQL for one item now and prints the report (JSON). Exit code 0 if"
            + " the books balance or orders are still on their way, 3 if there are findings or a"
            + " dead letter is open. After a repair it looks again, and that second report"
            + " decides.")
final class ReconcileCommand implements Callable<Integer> {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Set<String> CLEAN = Set.of("BALANCED", "IN_FLIGHT");
  private static final String UNKNOWN_ITEM = "UNKNOWN_ITEM";
  private static final String OPEN_LETTERS = "openDeadLetters";

  @Spec private CommandSpec spec;
  @Mixin private OperatorOptions target;

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
    OptionNames.in(spec, () -> ItemIds.parse(itemId));
    JsonObject report = target.withApi(api -> reconcile(new Reconciliation(api)));
    String verdict = report.getString("verdict");
    if (verdict.equals(UNKNOWN_ITEM)) {
      throw new SaleException("there is no item " + itemId);
    }
    boolean clean = CLEAN.contains(verdict) && openLetters(report) == 0;
    return clean ? ExitCodes.OK : ExitCodes.FINDINGS;
  }

  // What a repair reports is what it found, so whether it helped is told by another look.
  private JsonObject reconcile(Reconciliation auditor) {
    if (!repair) {
      return show(auditor.run(itemId, LIMIT));
    }
    JsonObject report = show(auditor.repair(itemId, LIMIT));
    long done = repairs(report, "DONE");
    if (done == 0) {
      return report;
    }
    say(
        Texts.counted(done, "repair")
            + " made, "
            + repairs(report, "REFUSED")
            + " refused; looking again");
    return show(auditor.run(itemId, LIMIT));
  }

  private JsonObject show(Reply reply) {
    if (!reply.succeeded()) {
      throw new SaleException("cannot reconcile item " + itemId + ": " + reply.problem());
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(reply.body().encodePrettily());
    say(reply.body().getString("verdict"));
    sayOpenLetters(reply.body());
    return reply.body();
  }

  // The books balance with them, and their buyers wait for somebody all the same.
  private void sayOpenLetters(JsonObject report) {
    long open = openLetters(report);
    if (open == 0) {
      return;
    }
    say(
        Texts.counted(open, "dead letter")
            + (open == 1 ? " is" : " are")
            + " open; replay or discard (dead-letter list --item "
            + itemId
            + "):");
    JsonArray listed = report.getJsonObject(OPEN_LETTERS).getJsonArray("letters", new JsonArray());
    for (Object each : listed) {
      JsonObject letter = (JsonObject) each;
      say(
          "dead letter "
              + letter.getString("id")
              + ", order "
              + Objects.requireNonNullElse(letter.getString("orderId"), "unknown")
              + ": "
              + letter.getString("reason"));
    }
  }

  private static long openLetters(JsonObject report) {
    return report.getJsonObject(OPEN_LETTERS, new JsonObject()).getLong("count", 0L);
  }

  private void say(String what) {
    spec.commandLine().getOut().println("item " + itemId + ": " + what);
  }

  private static long repairs(JsonObject report, String state) {
    return report.getJsonArray("repairs", new JsonArray()).stream()
        .filter(each -> state.equals(((JsonObject) each).getString("state")))
        .count();
  }
}
