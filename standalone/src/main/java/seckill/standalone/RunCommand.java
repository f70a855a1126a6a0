package seckill.standalone;

import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import seckill.contract.ItemSpec;
import seckill.standalone.client.SaleApi;
import seckill.standalone.client.TokenMint;
import seckill.standalone.process.DataDirectory;
import seckill.standalone.process.DevSecret;
import seckill.standalone.process.LocalSale;
import seckill.standalone.process.Node;
import seckill.standalone.process.Ports;
import seckill.standalone.process.StopSignal;
import seckill.standalone.process.Stores;
import seckill.standalone.process.Teardown;
import seckill.standalone.process.UsageException;

/** {@code seckill run}: the whole system in one process, with a demo sale, until Ctrl-C. */
@Command(
    name = "run",
    description = {
      "Starts Redis, MariaDB and all four services, loads a demo sale and says how to try it.",
      "SECKILL_REDIS_URL and SECKILL_MYSQL_URL name stores to use instead of the embedded ones;"
          + " every other setting can be given as SECKILL_... too, such as SECKILL_HTTP_HOST.",
      "Runs until it is stopped (Ctrl-C, SIGTERM), with exit code 0 then."
    })
final class RunCommand implements Callable<Integer> {
  // Anybody can make a token for the development secret, so it is not offered to the network.
  private static final String HOST = "127.0.0.1";
  private static final int DEFAULT_PORT = 8080;
  private static final int MAX_PORT = 65_535;
  private static final String PORT = "--port";
  private static final String MANAGEMENT_PORT = "--management-port";
  private static final String PORT_VARIABLE = "SECKILL_HTTP_PORT";
  private static final String MANAGEMENT_PORT_VARIABLE = "SECKILL_MANAGEMENT_PORT";
  private static final String DEV_LOGIN_VARIABLE = "SECKILL_PAGES_DEV_LOGIN";

  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "${env:SECKILL_DATA:-data}",
      description = "Where the data are kept; default: SECKILL_DATA, or ./${DEFAULT-VALUE}.")
  private Path data;

  @Option(
      names = PORT,
      paramLabel = "PORT",
      description = "TCP port of the public API; default: SECKILL_HTTP_PORT, or 8080.")
  private Integer port;

  @Option(
      names = MANAGEMENT_PORT,
      paramLabel = "PORT",
      description =
          "TCP port of health and metrics, on the loopback address; default:"
              + " SECKILL_MANAGEMENT_PORT, or any free one, which is printed.")
  private Integer managementPort;

  @Override
  public Integer call() {
    Teardown teardown = new Teardown();
    StopSignal signal = new StopSignal(teardown, 0);
    try {
      start(teardown);
      signal.startIsOver();
    } catch (RuntimeException e) {
      signal.disarm();
      teardown.close();
      throw e;
    }
    signal.await();
    return ExitCodes.OK;
  }

  private void start(Teardown teardown) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    put(environment, PORT_VARIABLE, PORT, port);
    put(environment, MANAGEMENT_PORT_VARIABLE, MANAGEMENT_PORT, managementPort);
    // Checked before anything is started: settings and port are what people get wrong.
    JsonObject gatewaySettings =
        gateway(plan("redis://later", "mysql://later@later/later", environment));
    requireOwnTokens(gatewaySettings.getJsonObject("token"));
    if (isOpenToAll(gatewaySettings.getJsonObject("token"))) {
      environment.putIfAbsent(DEV_LOGIN_VARIABLE, "true");
    }
    JsonObject http = gatewaySettings.getJsonObject("http");
    int chosen = http.getInteger("port") == 0 ? Ports.free() : http.getInteger("port");
    environment.put(PORT_VARIABLE, Integer.toString(chosen));
    Ports.requireFree(http.getString("host"), chosen, PORT);
    JsonObject management = gatewaySettings.getJsonObject("management");
    if (management.getInteger("port") != 0) {
      Ports.requireFree(
          management.getString("host"), management.getInteger("port"), MANAGEMENT_PORT);
    }

    Stores stores = teardown.add(stores(teardown, environment));
    LocalSale sale =
        teardown.add(LocalSale.start(plan(stores.redisUrl(), stores.mysqlUrl(), environment)));
    TokenMint mint = TokenMint.of(sale, sale.clock());
    URI gateway = sale.gateways().get(0);
    SaleApi api = new SaleApi(sale.vertx().createHttpClient(), gateway, mint);
    List<ItemSpec> items = new DemoSale(api, sale.clock().instant()).load();
    String buyer = new FreshBuyer(api, mint, sale.clock()).of(items.get(0));
    new Welcome(spec.commandLine().getOut(), gateway, mint)
        .print(items.get(0), buyer, sale.managementPort());
  }

  private void put(Map<String, String> environment, String variable, String option, Integer value) {
    if (value != null) {
      PlanOptions.require(spec, option, value, 0, MAX_PORT);
      environment.put(variable, Integer.toString(value));
    }
  }

  // The demo is loaded, and tried, with tokens that are made here.
  private static void requireOwnTokens(JsonObject token) {
    if (!token.getString("algorithm").equals(TokenMint.ALGORITHM)) {
      throw new UsageException(
          "'run' makes the tokens of its demo itself: token.algorithm (SECKILL_TOKEN_ALGORITHM)"
              + " must be "
              + TokenMint.ALGORITHM);
    }
  }

  private Stores stores(Teardown teardown, Map<String, String> environment) {
    if (Stores.embedsNothing(environment)) {
      return Stores.open(null, environment);
    }
    DataDirectory directory = teardown.add(DataDirectory.open(data));
    say("starting Redis and MariaDB in " + directory.path());
    return Stores.open(directory.path(), environment);
  }

  private static List<Node> plan(
      String redisUrl, String mysqlUrl, Map<String, String> environment) {
    return Node.plan(new Node.Base(redisUrl, mysqlUrl, HOST), List.of(DEFAULT_PORT), environment);
  }

  private static JsonObject gateway(List<Node> nodes) {
    return nodes.get(nodes.size() - 1).settings();
  }

  // Where anybody can make a token under any name, the pages may as well do it for them.
  private static boolean isOpenToAll(JsonObject token) {
    return token.getBoolean("allowDevSecret") && token.getString("secret").equals(DevSecret.VALUE);
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("seckill: " + line);
    err.flush();
  }
}
