package seckill.standalone;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import seckill.contract.ItemIds;
import seckill.contract.Texts;
import seckill.standalone.client.LettersClient;

/** {@code seckill dead-letter list}: shows dead letters, oldest first. */
@Command(
    name = "list",
    description = "Shows dead letters, oldest first, one line each, or as JSON with their history.")
final class DeadLetterListCommand implements Callable<Integer> {
  private enum State {
    OPEN,
    REPLAYED,
    DISCARDED,
    ALL
  }

  private static final int MAX_LIMIT = 1_000_000;

  @Spec private CommandSpec spec;
  @Mixin private OperatorOptions target;

  @Option(names = "--item", paramLabel = "ID", description = "Only those of this item.")
  private String itemId;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      defaultValue = "OPEN",
      description = "open, replayed, discarded or all; default: open.")
  private State state;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Show at most so many; default: 1000.")
  private int limit;

  @Option(names = "--json", description = "Print each letter as one line of JSON.")
  private boolean json;

  @Override
  public Integer call() {
    if (itemId != null) {
      OptionNames.in(spec, () -> ItemIds.parse(itemId));
    }
    PlanOptions.require(spec, "--limit", limit, 1, MAX_LIMIT);
    PrintWriter out = spec.commandLine().getOut();
    JsonArray letters =
        target.withApi(
            api ->
                new LettersClient(api)
                    .list(itemId, state == State.ALL ? null : state.name(), limit));
    for (int i = 0; i < letters.size(); i++) {
      JsonObject letter = letters.getJsonObject(i);
      out.println(json ? letter.encode() : line(letter));
    }
    if (!json) {
      out.println(Texts.counted(letters.size(), "dead letter"));
    }
    return ExitCodes.OK;
  }

  private static String line(JsonObject letter) {
    String begun = letter.getString("begun");
    String again = letter.getString("deadAgainAs");
    return String.format(
        Locale.ROOT,
        "%s  item %s  %s%s%s  %s  order %s  user %s  %s: %s",
        letter.getString("id"),
        letter.getString("itemId"),
        letter.getString("state"),
        begun == null ? "" : " (" + begun + " begun)",
        again == null ? "" : " (dead again as " + again + ")",
        letter.getString("createdAt"),
        letter.getString("orderId", "-"),
        letter.getString("userId", "-"),
        letter.getString("reason"),
        letter.getString("detail"));
  }
}
