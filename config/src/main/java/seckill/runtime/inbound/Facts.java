package seckill.runtime.inbound;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.FactFields;
import seckill.contract.SeckillException;

/**
 * Listens to facts that are published on the event bus. A fact that cannot be read is passed over:
 * it is counted, told in the log now and then, and changes nothing.
 */
public final class Facts {
  private static final Logger LOG = LoggerFactory.getLogger(Facts.class);

  /** Not a JSON object. */
  private static final String BODY = "BODY";

  /** A field is missing or wrong. */
  private static final String FIELD = "FIELD";

  /** Whoever listened stumbled over it. */
  private static final String FAULT = "FAULT";

  private final RefusalLogs logs;

  public Facts(RefusalLogs logs) {
    this.logs = logs;
  }

  /**
   * Hears the facts of an address from now on.
   *
   * @param action is given the fact; it reads all that it needs before it changes anything, and
   *     throws BAD_REQUEST if a field is missing or wrong
   */
  public MessageConsumer<Object> listen(Vertx vertx, String address, Consumer<JsonObject> action) {
    RefusalLog log = logs.ofFacts(vertx, address);
    return vertx
        .eventBus()
        .consumer(
            address,
            message -> {
              JsonObject fact = read(log, message);
              if (fact != null) {
                act(log, address, fact, action);
              }
            });
  }

  /** The same; succeeds once the address is known everywhere. */
  public Future<Void> hear(Vertx vertx, String address, Consumer<JsonObject> action) {
    return listen(vertx, address, action).completion();
  }

  private static void act(
      RefusalLog log, String address, JsonObject fact, Consumer<JsonObject> action) {
    try {
      FactFields.require(address, fact);
      action.accept(fact);
    } catch (SeckillException e) {
      log.count(FIELD, e.getMessage());
    } catch (RuntimeException e) {
      LOG.debug("a fact of {} was not acted on", address, e);
      log.count(FAULT, e.getClass().getSimpleName());
    }
  }

  private static JsonObject read(RefusalLog log, Message<Object> message) {
    try {
      Object body = message.body();
      if (body instanceof JsonObject fact) {
        return fact;
      }
      log.count(BODY, body == null ? "nothing" : "a " + body.getClass().getSimpleName());
    } catch (RuntimeException e) {
      // Of another process, and decoded only now.
      log.count(BODY, "what cannot be decoded: " + e.getClass().getSimpleName());
    }
    return null;
  }
}
