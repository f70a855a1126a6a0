package seckill.gateway;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import seckill.contract.SeckillException;

/** Reads what stands behind the question mark of an operator's request. */
final class QueryText {
  /** The parameter that says how many a page holds. */
  static final String LIMIT = "limit";

  private QueryText() {}

  /**
   * The value of a parameter, or {@code null}.
   *
   * @throws SeckillException BAD_REQUEST if it is given more than once
   */
  static String one(RoutingContext ctx, String name) {
    List<String> values = ctx.queryParam(name);
    if (values.size() > 1) {
      throw SeckillException.badRequest(name + " is given more than once");
    }
    return values.isEmpty() ? null : values.get(0);
  }

  /**
   * The request for one page of a list: those of these parameters that are given, the limit as a
   * number.
   *
   * @throws SeckillException BAD_REQUEST if one is given more than once, or the limit is no number
   */
  static JsonObject page(RoutingContext ctx, String... names) {
    JsonObject request = new JsonObject();
    for (String name : names) {
      String value = one(ctx, name);
      if (value != null) {
        request.put(name, name.equals(LIMIT) ? (Object) limit(value) : value);
      }
    }
    return request;
  }

  private static int limit(String text) {
    if (!text.matches("[1-9][0-9]{0,5}")) {
      throw SeckillException.badRequest("limit must be an integer from 1 on");
    }
    return Integer.parseInt(text);
  }
}
