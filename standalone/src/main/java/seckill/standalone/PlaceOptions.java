package seckill.standalone;

import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import seckill.standalone.process.ClusterSale;
import seckill.standalone.process.DataDirectory;
import seckill.standalone.process.LocalSale;
import seckill.standalone.process.Loopback;
import seckill.standalone.process.Node;
import seckill.standalone.process.Ports;
import seckill.standalone.process.RunningSale;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.process.Stores;
import seckill.standalone.process.Teardown;
import seckill.standalone.process.UsageException;
import seckill.standalone.rehearsal.Progress;

/** Where a rehearsal takes place, as options. */
final class PlaceOptions {
  private static final String LOOPBACK = "127.0.0.1";
  private static final List<String> KILLABLE = List.of("seckill", "consumer", "reconcile");

  private static final List<String> PLACE =
      List.of(
          Stores.REDIS_URL,
          Stores.MYSQL_URL,
          "SECKILL_HTTP_HOST",
          "SECKILL_HTTP_PORT",
          "SECKILL_MANAGEMENT_PORT");
  private static final String TOKENS = "SECKILL_TOKEN_";

  @Option(
      names = "--cluster",
      description = "Run the four fat jars as four processes instead of all in this one.")
  private boolean cluster;

  @Option(
      names = "--gateways",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many gateways to run and to spread the users over; default: 1.")
  private int gateways;

  @Option(
      names = "--target",
      paramLabel = "URL",
      description =
          "Rehearse on a running system; SECKILL_REDIS_URL and SECKILL_MYSQL_URL name its stores."
              + " The rehearsal's items stay in its books. Default: throw-away stores.")
  private URI target;

  @Option(
      names = "--keep",
      description = "Keep the directory of the throw-away stores and logs, and tell its name.")
  private boolean keep;

  @Option(
      names = "--kill",
      paramLabel = "SERVICE",
      description =
          "With --cluster: kill this service's process (kill -9) in the middle of the rush and"
              + " start it again: seckill, consumer or reconcile.")
  private String kill;

  /** Refuses combinations that make no sense. */
  void check(CommandSpec spec) {
    if (target != null && (cluster || keep)) {
      throw new ParameterException(spec.commandLine(), "--target excludes --cluster and --keep");
    }
    if (kill != null && !cluster) {
      throw new ParameterException(spec.commandLine(), "--kill needs --cluster");
    }
    if (kill != null && !KILLABLE.contains(kill)) {
      throw new ParameterException(
          spec.commandLine(), "--kill must be one of " + String.join(", ", KILLABLE));
    }
    if (gateways < 1) {
      throw new ParameterException(spec.commandLine(), "--gateways must be at least 1");
    }
  }

  /** The service to be killed, or {@code null}. */
  String kill() {
    return kill;
  }

  /** Whether files and logs are kept whatever comes out. */
  boolean keep() {
    return keep;
  }

  /** Whether the system is somebody else's, with settings of its own. */
  boolean isRunning() {
    return target != null;
  }

  /**
   * Starts the system, or finds the running one.
   *
   * @param settings of the services as environment variables, given a directory for their files
   */
  SaleSystem open(
      Teardown teardown, Progress progress, Function<Path, Map<String, String>> settings) {
    if (target != null) {
      return running();
    }
    DataDirectory directory = teardown.add(DataDirectory.throwAway(keep));
    if (keep) {
      progress.step("data and logs are kept in " + directory.path());
    }
    progress.step("starting Redis and MariaDB");
    Stores stores = teardown.add(Stores.open(directory.path(), Map.of()));
    progress.step(cluster ? "starting four processes" : "starting the services");
    Map<String, String> given = settings.apply(directory.path());
    return teardown.add(
        cluster
            ? ClusterSale.start(stores, directory.path(), gateways, given)
            : local(stores, given));
  }

  private SaleSystem running() {
    TargetOptions.requireHttp(target);
    Map<String, String> environment = System.getenv();
    if (!Stores.embedsNothing(environment)) {
      throw new UsageException(
          "--target needs "
              + Stores.REDIS_URL
              + " and "
              + Stores.MYSQL_URL
              + ", since the verdict is read from the stores");
    }
    JsonObject token = Tokens.settings(environment);
    return new RunningSale(
        List.of(target),
        environment.get(Stores.REDIS_URL),
        environment.get(Stores.MYSQL_URL),
        Stores.keys(environment),
        token.getString("secret"),
        token.getString("issuer"),
        token.getString("audience"));
  }

  private static boolean isOfThePlace(String variable) {
    return variable.startsWith(TOKENS)
        || PLACE.stream()
            .anyMatch(name -> variable.equals(name) || variable.equals(name + "_FILE"));
  }

  private LocalSale local(Stores stores, Map<String, String> settings) {
    List<Integer> ports = new ArrayList<>();
    for (int i = 0; i < gateways; i++) {
      ports.add(Ports.free());
    }
    // Where it runs is settled; other settings may still come from the environment.
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.keySet().removeIf(PlaceOptions::isOfThePlace);
    environment.putAll(Loopback.TRUSTED);
    environment.putAll(settings);
    Node.Base base = new Node.Base(stores.redisUrl(), stores.mysqlUrl(), LOOPBACK);
    return LocalSale.start(Node.plan(base, ports, environment));
  }
}
