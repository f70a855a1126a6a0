package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.inbound.Facts;

/** Answers requests from the event bus: every one, whatever happens inside. */
public final class BusDoor {
  private static final Logger LOG = LoggerFactory.getLogger(BusDoor.class);

  private final Vertx vertx;
  private final Facts facts;
  private final List<MessageConsumer<?>> consumers = new ArrayList<>();
  private final Promise<Void> idle = Promise.promise();
  private int underWay;
  private boolean closing;

  public BusDoor(Vertx vertx, Facts facts) {
    this.vertx = vertx;
    this.facts = facts;
  }

  /** Answers requests to an address with what {@code work} makes of their body. */
  public void serve(String address, Function<Object, Future<?>> work) {
    consumers.add(vertx.eventBus().consumer(address, message -> answer(message, work)));
  }

  /** Runs an action on each published fact of an address. */
  public void listen(String address, Runnable action) {
    listen(address, fact -> action.run());
  }

  /** Runs an action on the body of each published fact of an address. */
  public void listen(String address, Consumer<JsonObject> action) {
    consumers.add(facts.listen(vertx, address, action));
  }

  /** Succeeds once all addresses are known everywhere. */
  public Future<Void> open() {
    return Future.all(consumers.stream().map(MessageConsumer::completion).toList()).mapEmpty();
  }

  /** Takes no more requests and waits for the answers of those under way. */
  public Future<Void> close() {
    return Future.join(consumers.stream().map(MessageConsumer::unregister).toList())
        .transform(
            done -> {
              closing = true;
              tellIdle();
              return idle.future();
            });
  }

  private void answer(Message<Object> message, Function<Object, Future<?>> work) {
    underWay++;
    // A body that cannot be decoded throws, and has to be answered, too.
    Future.succeededFuture(message)
        .map(BusDoor::bodyOf)
        .compose(body -> work.apply(body))
        .onComplete(
            done -> {
              underWay--;
              if (done.succeeded()) {
                message.reply(done.result());
              } else {
                refuse(message, done.cause());
              }
              tellIdle();
            });
  }

  private static Object bodyOf(Message<?> message) {
    try {
      return message.body();
    } catch (RuntimeException e) {
      throw SeckillException.badRequest("the body cannot be decoded");
    }
  }

  private void tellIdle() {
    if (closing && underWay == 0) {
      idle.tryComplete();
    }
  }

  private static void refuse(Message<?> message, Throwable cause) {
    SeckillException refusal = Faults.explain(cause);
    if (refusal.outcome() == Outcome.INTERNAL) {
      LOG.error("a request to {} failed", message.address(), cause);
    } else {
      LOG.debug("a request to {} is refused: {}", message.address(), refusal.getMessage());
    }
    message.fail(refusal.failureCode(), refusal.getMessage());
  }
}
