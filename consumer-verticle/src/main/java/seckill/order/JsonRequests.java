package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.function.Function;
import seckill.contract.SeckillException;

/** Serves requests on the event bus that are JSON objects, as their answers are. */
public final class JsonRequests {
  private JsonRequests() {}

  /**
   * Answers the requests to an address from now on.
   *
   * @param refusal what a failure of the work means to whoever asked
   */
  public static MessageConsumer<Object> serve(
      EventBus bus,
      String address,
      Function<JsonObject, Future<JsonObject>> work,
      Function<Throwable, SeckillException> refusal) {
    return bus.consumer(
        address,
        message ->
            Future.succeededFuture(message)
                .map(JsonRequests::object)
                .compose(work)
                .onSuccess(message::reply)
                .onFailure(
                    cause -> {
                      SeckillException told = refusal.apply(cause);
                      message.fail(told.failureCode(), told.getMessage());
                    }));
  }

  private static JsonObject object(Message<?> message) {
    try {
      if (message.body() instanceof JsonObject json) {
        return json;
      }
    } catch (RuntimeException e) {
      throw SeckillException.badRequest("the request cannot be decoded");
    }
    throw SeckillException.badRequest("the request must be an object");
  }
}
