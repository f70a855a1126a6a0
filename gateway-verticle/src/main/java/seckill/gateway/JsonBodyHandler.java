package seckill.gateway;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
import java.util.Set;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/**
 * Reads a small JSON body into memory; an absent or empty body is the empty object.
 *
 * <p>Not vertx-web's BodyHandler: most purchases have no body and should not pay for one, and here
 * a body over the limit is never kept and ends its connection.
 */
final class JsonBodyHandler implements Handler<RoutingContext> {
  private static final String KEY = "body";
  private static final JsonObject EMPTY = new JsonObject();
  private static final String JSON = "application/json";
  private static final Set<String> PARAMETERS = Set.of("charset=utf-8", "charset=\"utf-8\"");

  private final int maxBytes;

  JsonBodyHandler(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** The body of a request that passed here. */
  static JsonObject of(RoutingContext ctx) {
    JsonObject body = ctx.get(KEY);
    return body == null ? EMPTY : body;
  }

  @Override
  public void handle(RoutingContext ctx) {
    HttpServerRequest request = ctx.request();
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length == null && request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null
        || "0".equals(length)) {
      ctx.next();
      return;
    }
    if (length != null && !fits(length)) {
      throw tooLarge();
    }
    if (request.getHeader(HttpHeaders.EXPECT) != null) {
      request.response().writeContinue();
    }
    Collector collector = new Collector(ctx);
    request.handler(collector::add).endHandler(end -> collector.finish());
  }

  private boolean fits(String length) {
    try {
      return Long.parseLong(length) <= maxBytes;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private SeckillException tooLarge() {
    return new SeckillException(
        Outcome.TOO_LARGE, "the body must have at most " + maxBytes + " bytes");
  }

  private static void requireJsonType(String contentType) {
    String type = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT).strip();
    int semicolon = type.indexOf(';');
    boolean plain = type.equals(JSON);
    boolean withCharset =
        semicolon > 0
            && type.substring(0, semicolon).strip().equals(JSON)
            && PARAMETERS.contains(type.substring(semicolon + 1).strip());
    if (!plain && !withCharset) {
      throw new SeckillException(
          Outcome.UNSUPPORTED_MEDIA_TYPE, "the body must be application/json in UTF-8");
    }
  }

  private final class Collector {
    private final RoutingContext ctx;
    private final Buffer body = Buffer.buffer();
    private boolean refused;

    Collector(RoutingContext ctx) {
      this.ctx = ctx;
    }

    void add(Buffer chunk) {
      if (refused) {
        return;
      }
      if (body.length() + chunk.length() > maxBytes) {
        refused = true;
        ctx.fail(tooLarge());
      } else {
        body.appendBuffer(chunk);
      }
    }

    void finish() {
      if (refused) {
        return;
      }
      try {
        if (body.length() > 0) {
          requireJsonType(ctx.request().getHeader(HttpHeaders.CONTENT_TYPE));
          ctx.put(KEY, StrictJson.object(body));
        }
      } catch (SeckillException e) {
        ctx.fail(e);
        return;
      }
      ctx.next();
    }
  }
}
