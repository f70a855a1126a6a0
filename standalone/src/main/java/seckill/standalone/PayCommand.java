package seckill.standalone;

import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import seckill.contract.OrderIds;
import seckill.standalone.client.NoticeSigner;
import seckill.standalone.client.Paced;
import seckill.standalone.client.Reply;
import seckill.standalone.process.DevSecret;
import seckill.standalone.process.SaleException;

/** {@code seckill pay}: tells that an order was paid, as a payment provider would. */
@Command(
    name = "pay",
    description =
        "Sends a payment notice, signed with SECKILL_PAYMENT_SECRET, or with the development secret"
            + " that 'run' accepts.")
final class PayCommand implements Callable<Integer> {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Spec private CommandSpec spec;
  @Mixin private TargetOptions target;

  @Parameters(paramLabel = "ORDER", description = "The order id.")
  private String orderId;

  @Option(
      names = "--amount",
      required = true,
      paramLabel = "CENTS",
      description = "What was paid, in cents; the gateway refuses what is not the price.")
  private long amountCents;

  @Option(
      names = "--payment",
      paramLabel = "ID",
      description = "The provider's number of the payment; default: a new one.")
  private String paymentId = UUID.randomUUID().toString();

  @Override
  public Integer call() {
    if (!OrderIds.isValid(orderId)) {
      throw new ParameterException(spec.commandLine(), "ORDER must be a UUID in lower case");
    }
    String secret = System.getenv().getOrDefault("SECKILL_PAYMENT_SECRET", DevSecret.PAYMENT);
    NoticeSigner signer = new NoticeSigner(secret, Clock.systemUTC());
    Reply reply =
        target.withApi(
            api ->
                Paced.call(
                    () -> api.noticePayment(orderId, paymentId, amountCents, signer),
                    LIMIT,
                    "cannot pay order " + orderId));
    if (!reply.succeeded()) {
      throw new SaleException("cannot pay order " + orderId + ": " + reply.problem());
    }
    spec.commandLine().getOut().println(reply.body().getString("outcome"));
    return 0;
  }
}
