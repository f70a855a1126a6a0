package seckill.standalone;

import java.time.Duration;
import java.util.Random;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import seckill.contract.ItemSpec;
import seckill.standalone.rehearsal.Plan;
import seckill.standalone.rehearsal.chaos.ChaosPlan;

/** How big a rehearsal is, as options. */
final class PlanOptions {
  private static final int MAX_ITEMS = 1000;
  private static final int MAX_SEED = 1_000_000;
  private static final int STOCK = 1000;
  private static final int USERS = 5000;
  private static final int CHAOS_STOCK = 500;
  private static final int CHAOS_USERS = 900;
  private static final int MAX_CHAOS_USERS = 100_000;

  @Option(
      names = "--stock",
      paramLabel = "UNITS",
      description = "Units of each item; default: " + STOCK + ", with --chaos " + CHAOS_STOCK + ".")
  private Integer stock;

  @Option(
      names = "--users",
      paramLabel = "N",
      description = "Distinct users; default: " + USERS + ", with --chaos " + CHAOS_USERS + ".")
  private Integer users;

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

  /** The checked plan of a plain rehearsal. */
  Plan plan(CommandSpec spec) {
    int units = orElse(stock, STOCK);
    int buyers = orElse(users, USERS);
    // Without a unit nothing can be oversold, and an item that nobody wants proves nothing.
    require(spec, "--stock", units, 1, ItemSpec.MAX_STOCK);
    require(spec, "--users", buyers, 1, Integer.MAX_VALUE);
    require(spec, "--tries", tries, 1, Integer.MAX_VALUE / buyers);
    require(spec, "--items", items, 1, Math.min(MAX_ITEMS, buyers));
    require(spec, "--concurrency", concurrency, 1, Short.MAX_VALUE);
    require(spec, "--rate", rate, 0, Integer.MAX_VALUE);
    require(spec, "--seconds-limit", secondsLimit, 1, Duration.ofDays(1).toSeconds());
    return new Plan(
        items, units, buyers, tries, seed(), concurrency, rate, Duration.ofSeconds(secondsLimit));
  }

  /** The checked plan of so many rounds of chaos. */
  ChaosPlan chaos(CommandSpec spec, int rounds, Duration window) {
    int units = orElse(stock, CHAOS_STOCK);
    int buyers = orElse(users, CHAOS_USERS);
    require(spec, "--stock", units, 1, ItemSpec.MAX_STOCK);
    require(spec, "--users", buyers, 1, MAX_CHAOS_USERS);
    require(spec, "--seconds-limit", secondsLimit, 1, Duration.ofDays(1).toSeconds());
    return new ChaosPlan(rounds, seed(), units, buyers, window, Duration.ofSeconds(secondsLimit));
  }

  private long seed() {
    return seed == null ? new Random().nextInt(MAX_SEED) : seed;
  }

  private static int orElse(Integer given, int usual) {
    return given == null ? usual : given;
  }

  static void require(CommandSpec spec, String option, long value, long min, long max) {
    if (value < min || value > max) {
      throw new ParameterException(
          spec.commandLine(), option + " must be from " + min + " to " + max + ", got " + value);
    }
  }
}
