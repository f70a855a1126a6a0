package seckill.standalone;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import seckill.config.ConfigException;
import seckill.config.StoreUrl;
import seckill.standalone.lab.trial.Plan;
import seckill.standalone.lab.version.VersionKind;

/** How big a comparison is, as options. */
final class CompareOptions {
  private static final int MAX_STOCK = 1_000_000;
  private static final int MAX_REQUESTS = 10_000_000;
  private static final int MAX_CLIENTS = 1000;
  private static final int MAX_ROUNDS = 99;
  private static final int MAX_SEED = 1_000_000;

  @Option(
      names = "--stock",
      paramLabel = "UNITS",
      defaultValue = "1000",
      description = "Units for sale; default: ${DEFAULT-VALUE}.")
  private int stock;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "50",
      description = "Clients at the same time, and connections; default: ${DEFAULT-VALUE}.")
  private int clients;

  @Option(
      names = "--requests",
      paramLabel = "N",
      defaultValue = "20000",
      description = "Presses of the button in each sale; default: ${DEFAULT-VALUE}.")
  private int requests;

  @Option(
      names = "--users",
      paramLabel = "N",
      description =
          "Distinct users who press, each at least once; default: half as many as requests. Only V5"
              + " and V6 ask who presses.")
  private Integer users;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "Sales of each version that count, after one that does not; default: 3.")
  private int rounds;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the order in which the users come; default: by chance, and printed.")
  private Long seed;

  @Option(
      names = "--only",
      paramLabel = "VERSIONS",
      split = ",",
      description = "Only these versions, such as V1,V4, and what is shown of them; default: all.")
  private Set<VersionKind> only;

  @Option(
      names = "--redis",
      paramLabel = "URL",
      description =
          "The Redis to use, redis://[:password@]host:port[/database], with nobody else on it. The"
              + " lab's keys are removed at the end. Default: a throw-away one.")
  private String redis;

  /** The checked plan. */
  Plan plan(CommandSpec spec) {
    PlanOptions.require(spec, "--stock", stock, 1, MAX_STOCK);
    PlanOptions.require(spec, "--clients", clients, 1, MAX_CLIENTS);
    PlanOptions.require(spec, "--requests", requests, 1, MAX_REQUESTS);
    PlanOptions.require(spec, "--rounds", rounds, 1, MAX_ROUNDS);
    int distinct = users == null ? Math.max(1, requests / 2) : users;
    PlanOptions.require(spec, "--users", distinct, 1, requests);
    checkUrl(spec);
    return new Plan(stock, clients, requests, distinct, rounds, seed(), kinds());
  }

  private void checkUrl(CommandSpec spec) {
    try {
      if (redis != null) {
        StoreUrl.redis("--redis", redis);
      }
    } catch (ConfigException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  private long seed() {
    return seed == null ? new Random().nextInt(MAX_SEED) : seed;
  }

  private List<VersionKind> kinds() {
    return Arrays.stream(VersionKind.values())
        .filter(kind -> only == null || only.contains(kind))
        .toList();
  }

  /** The Redis to use, or {@code null}. */
  String redis() {
    return redis;
  }
}
