package seckill.standalone;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.Waiting;

/** {@code seckill store}: which of two Redis sells. */
@Command(
    name = "store",
    description =
        "Prints which Redis sells and whether both answer (JSON), or lets the other sell.")
final class StoreCommand implements Callable<Integer> {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private enum Store {
    MAIN,
    BACKUP
  }

  @Spec private CommandSpec spec;
  @Mixin private OperatorOptions target;

  @Override
  public Integer call() {
    show("cannot tell which Redis sells", SaleApi::store);
    return ExitCodes.OK;
  }

  @Command(
      name = "switch",
      description = {
        "Sells from the other Redis from now on; needs redis.backupUrl in all services.",
        "It sells once redis.storeLeaseMillis are over and its items are built again."
      })
  int change(
      @Mixin OperatorOptions options,
      @Parameters(paramLabel = "STORE", description = "MAIN or BACKUP.") Store store) {
    target = options;
    String requestId = UUID.randomUUID().toString();
    show("cannot switch", api -> api.switchStore(store.name(), requestId));
    return ExitCodes.OK;
  }

  private void show(String failing, Function<SaleApi, Future<Reply>> call) {
    Reply reply = target.withApi(api -> Waiting.on(call.apply(api), LIMIT, failing));
    if (!reply.succeeded()) {
      throw new SaleException(failing + ": " + reply.problem());
    }
    spec.commandLine().getOut().println(reply.body().encodePrettily());
  }
}
