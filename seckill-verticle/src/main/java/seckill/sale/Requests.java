package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.function.Function;
import java.util.function.Supplier;
import seckill.contract.ItemIds;
import seckill.contract.Json;
import seckill.contract.SeckillException;
import seckill.contract.UserIds;

/** Reads the bodies of bus messages, which any client may send. */
public final class Requests {
  private Requests() {}

  /** The body as JSON; throws BAD_REQUEST if it is none. */
  public static JsonObject json(Object body) {
    if (body instanceof JsonObject json) {
      return json;
    }
    throw SeckillException.badRequest("the body must be a JSON object");
  }

  /** Answers requests that have a JSON object without anything to read in it. */
  public static Function<Object, Future<?>> asking(Supplier<Future<?>> answer) {
    return body -> {
      json(body);
      return answer.get();
    };
  }

  /** The body as a buffer that is not empty; throws BAD_REQUEST if it is none. */
  public static Buffer buffer(Object body) {
    if (body instanceof Buffer buffer && buffer.length() > 0) {
      return buffer;
    }
    throw SeckillException.badRequest("the body must be a buffer");
  }

  /** The field {@code itemId}; throws BAD_REQUEST if there is none. */
  public static long itemId(Object body) {
    return ItemIds.parse(json(body).getValue("itemId"));
  }

  /** Who asks for an administrative change. */
  public static String actor(JsonObject json) {
    String actor = Json.text(json, "actor");
    if (!UserIds.isValid(actor)) {
      throw SeckillException.badRequest("actor must say who asks for this");
    }
    return actor;
  }
}
