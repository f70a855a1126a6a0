package seckill.standalone;

import java.time.Duration;
import java.util.Random;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import seckill.contract.ItemSpec;
import seckill.standalone.rehearsal.Plan;

/** How big a rehearsal is, as options. */
final class PlanOptions {
  private static final int MAX_ITEMS = 1000;
  private static final int MAX_SEED = 1_000_000;

  @Option(
      names = "--stock",
      paramLabel = "UNITS",
      defaultValue = "1000",
      description = "Units of each item; default: ${DEFAULT-VALUE}.")
  private int stock;

  @Option(
      names = "--users",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Distinct users; default: ${DEFAULT-VALUE}.")
  private int users;

  @Option(
      names = "--tries",
      paramLabel = "N",
      defaultValue = "4",
      description = "How often each user presses the button; default: ${DEFAULT-VALUE}.")
  private int tries;

  @Option(
      names = "--items",
      paramLabel = "N",
      defaultValue = "1",
      description = "Items, to which the users are dealt in turn; default: ${DEFAULT-VALUE}.")
  private int items;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the order in which the users come; default: by chance, and printed.")
  private Long seed;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "200",
      description = "Requests under way at once, and connections; default: ${DEFAULT-VALUE}.")
  private int concurrency;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "0",
      description = "Tries started per second; default: 0, as many as get through.")
  private int rate;

  @Option(
      names = "--seconds-limit",
      paramLabel = "SECONDS",
      defaultValue = "300",
      description =
          "When unanswered tries, and orders that have not landed, are given up, in seconds;"
              + " default: ${DEFAULT-VALUE}.")
  private int secondsLimit;

  /** The checked plan. */
  Plan plan(CommandSpec spec) {
    require(spec, "--stock", stock, 0, ItemSpec.MAX_STOCK);
    require(spec, "--users", users, 1, Integer.MAX_VALUE);
    require(spec, "--tries", tries, 1, Integer.MAX_VALUE / users);
    require(spec, "--items", items, 1, MAX_ITEMS);
    require(spec, "--concurrency", concurrency, 1, Short.MAX_VALUE);
    require(spec, "--rate", rate, 0, Integer.MAX_VALUE);
    require(spec, "--seconds-limit", secondsLimit, 1, Duration.ofDays(1).toSeconds());
    return new Plan(
        items,
        stock,
        users,
        tries,
        seed == null ? new Random().nextInt(MAX_SEED) : seed,
        concurrency,
        rate,
        Duration.ofSeconds(secondsLimit));
  }

  private static void require(CommandSpec spec, String option, long value, long min, long max) {
    if (value < min || value > max) {
      throw new ParameterException(
          spec.commandLine(), option + " must be from " + min + " to " + max + ", got " + value);
    }
  }
}
