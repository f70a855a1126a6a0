package seckill.standalone;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.UUID;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import seckill.contract.TermsChange;
import seckill.standalone.client.Paced;
import seckill.standalone.client.Reply;
import seckill.standalone.process.SaleException;

/** A change of the terms of a sale: of which item, and by which request. */
final class TermsOptions {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Mixin private OperatorOptions target;

  @Parameters(paramLabel = "ID", description = "The item.")
  private String itemId;

  @Option(
      names = "--request-id",
      paramLabel = "NAME",
      description =
          "The name of this one change: with the same name it is made once, however often this is"
              + " run; default: a new one.")
  private String requestId = UUID.randomUUID().toString();

  String itemId() {
    return itemId;
  }

  String requestId() {
    return requestId;
  }

  /** Makes a change; tells the answer. */
  JsonObject make(TermsChange change) {
    String action = change.kind() == TermsChange.Kind.RESTOCK ? "restock" : "extend";
    Reply reply =
        target.withApi(
            api ->
                Paced.call(
                    () -> api.changeTerms(itemId, action, change.toJson()),
                    LIMIT,
                    "cannot " + action + " item " + itemId + " (request " + requestId + ")"));
    if (!reply.succeeded()) {
      throw new SaleException(
          "cannot "
              + action
              + " item "
              + itemId
              + " (request "
              + requestId
              + "): "
              + reply.problem());
    }
    return reply.body();
  }

  /** What is said after a change. */
  String closing(JsonObject answer) {
    return (answer.getBoolean("inForce") ? "" : ", from its preheat on")
        + (answer.getBoolean("replayed") ? ", was done before" : "")
        + " (request "
        + requestId
        + ")";
  }
}
