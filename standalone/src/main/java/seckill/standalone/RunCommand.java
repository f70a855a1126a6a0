package seckill.standalone;

import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
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

/** {@code seckill run}: the whole system in one process, with a demo sale, until Ctrl-C. */
@Command(
    name = "run",
    description = {
      "Starts Redis, MariaDB and all four services, loads a demo sale and says how to try it.",
      "SECKILL_REDIS_URL and SECKILL_MYSQL_URL name stores to use instead of the embedded ones;"
          + " every other setting can be given as SECKILL_... too, such as SECKILL_HTTP_HOST."
    })
final class RunCommand implements Callable<Integer> {
  // Anybody can make a token for the development secret, so it is not offered to the network.
  private static final String HOST = "127.0.0.1";
  private static final int DEFAULT_PORT = 8080;
  private static final String PORT_VARIABLE = "SECKILL_HTTP_PORT";
  private static final String DEV_LOGIN_VARIABLE = "SECKILL_PAGES_DEV_LOGIN";

  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "${env:SECKILL_DATA:-data}",
      description = "Where the data are kept; default: SECKILL_DATA, or ./${DEFAULT-VALUE}.")
  private Path data;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "TCP port of the public API; default: SECKILL_HTTP_PORT, or 8080.")
  private Integer port;

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
    return 0;
  }

  private void start(Teardown teardown) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    if (port != null) {
      environment.put(PORT_VARIABLE, Integer.toString(port));
    }
    // Checked before anything is started: settings and port are what people get wrong.
    JsonObject gateway = gateway(plan("redis://later", "mysql://later/later", environment));
    if (isOpenToAll(gateway.getJsonObject("token"))) {
      environment.putIfAbsent(DEV_LOGIN_VARIABLE, "true");
    }
    JsonObject http = gateway.getJsonObject("http");
    int chosen = http.getInteger("port") == 0 ? Ports.free() : http.getInteger("port");
    environment.put(PORT_VARIABLE, Integer.toString(chosen));
    Ports.requireFree(http.getString("host"), chosen);

    Stores stores = teardown.add(stores(teardown, environment));
    LocalSale sale =
        teardown.add(LocalSale.start(plan(stores.redisUrl(), stores.mysqlUrl(), environment)));
    TokenMint mint = new TokenMint(sale.tokenSecret(), Clock.systemUTC());
    URI uri = sale.gateways().get(0);
    SaleApi api = new SaleApi(sale.vertx().createHttpClient(), uri, mint);
    List<ItemSpec> items = new DemoSale(api, Clock.systemUTC().instant()).load();
    new Welcome(spec.commandLine().getOut(), uri, mint).print(items.get(0), sale.managementPort());
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
    return token.getString("algorithm").equals("HS256")
        && token.getBoolean("allowDevSecret")
        && token.getString("secret").equals(DevSecret.VALUE);
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("seckill: " + line);
    err.flush();
  }
}
