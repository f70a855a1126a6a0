package seckill.standalone;

import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
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
import seckill.contract.Outcome;
import seckill.standalone.client.NoticeSigner;
import seckill.standalone.client.Paced;
import seckill.standalone.client.Reply;
import seckill.standalone.process.DevSecret;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.UsageException;

/** {@code seckill pay}: tells that an order was paid, as a payment provider would. */
@Command(
    name = "pay",
    description =
        "Sends a payment notice, signed with SECKILL_PAYMENT_SECRET (or what the file that"
            + " SECKILL_PAYMENT_SECRET_FILE names holds), or with the development secret that 'run'"
            + " accepts. Exit code 0 if the order is paid, 3 if the money has to go back, 4 if that"
            + " is not decided yet.")
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
    String what = "cannot pay order " + orderId;
    NoticeSigner signer = new NoticeSigner(secret(System.getenv()), Clock.systemUTC());
    Reply reply =
        target.withApi(
            () -> "",
            api ->
                Paced.call(
                    () -> api.noticePayment(orderId, paymentId, amountCents, signer), LIMIT, what));
    if (reply.code().equals(Outcome.PENDING.name())) {
      return tell("PENDING: the order is not written yet" + askAgain(), ExitCodes.UNDECIDED);
    }
    if (reply.code().equals(Outcome.AMOUNT_MISMATCH.name())) {
      throw new SaleException(
          what + ": AMOUNT_MISMATCH: --amount is not the price of the order; nothing was changed");
    }
    if (!reply.succeeded()) {
      throw new SaleException(what + ": " + reply.problem());
    }
    return tell(reply.body());
  }

  private static String secret(Map<String, String> environment) {
    String secret =
        GatewaySettings.section(
                "payment", new JsonObject().put("secret", DevSecret.PAYMENT), environment)
            .getString("secret");
    if (secret.isEmpty()) {
      throw new UsageException("SECKILL_PAYMENT_SECRET is empty");
    }
    return secret;
  }

  private int tell(JsonObject received) {
    String before = received.getBoolean("repeated", false) ? ", as was said before" : "";
    String outcome = received.getString("outcome");
    return switch (outcome) {
      case "PAID" ->
          tell("PAID: the order is paid, by payment " + paymentId + before, ExitCodes.OK);
      case "REFUND_DUE" ->
          tell(
              "REFUND_DUE: payment "
                  + paymentId
                  + " came too late or twice and pays nothing; the money has to go back"
                  + before,
              ExitCodes.FINDINGS);
      default ->
          tell(
              outcome + ": the payment came late, and a unit is being taken again" + askAgain(),
              ExitCodes.UNDECIDED);
    };
  }

  private String askAgain() {
    return "; ask again in a moment with --payment " + paymentId;
  }

  private int tell(String line, int exitCode) {
    spec.commandLine().getOut().println(line);
    return exitCode;
  }
}
