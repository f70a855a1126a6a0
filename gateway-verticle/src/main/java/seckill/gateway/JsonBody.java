package seckill.gateway;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import java.util.Set;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.gateway.edge.StrictJson;

/**
 * Reads small JSON bodies into memory; an absent or empty body is the empty object.
 *
 * <p>Not vertx-web's BodyHandler: most purchases have no body and should not pay for one, and here
 * a body over the limit is never kept and ends its connection.
 */
final class JsonBody {
  static final JsonObject EMPTY = new JsonObject();

  private static final Buffer NOTHING = Buffer.buffer();

  private static final String JSON = "application/json";
  private static final Set<String> PARAMETERS = Set.of("charset=utf-8", "charset=\"utf-8\"");

  private final int maxBytes;

  JsonBody(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Reads the body of a request; one of the two handlers is called, at once if there is no body.
   *
   * @param failed gets a {@link SeckillException}
   */
  void read(HttpServerRequest request, Handler<JsonObject> read, Handler<Throwable> failed) {
    readBytes(
        request,
        bytes -> {
          JsonObject json;
          try {
            json = parse(request, bytes);
          } catch (SeckillException e) {
            failed.handle(e);
            return;
          }
          read.handle(json);
        },
        failed);
  }

  /**
   * What stands in a body that was read.
   *
   * @throws SeckillException UNSUPPORTED_MEDIA_TYPE or BAD_REQUEST
   */
  static JsonObject parse(HttpServerRequest request, Buffer bytes) {
    if (bytes.length() == 0) {
      return EMPTY;
    }
    requireJsonType(request.getHeader(HttpHeaders.CONTENT_TYPE));
    return StrictJson.object(bytes);
  }

  /** Reads the body of a request as it was sent; one of the two handlers is called. */
  void readBytes(HttpServerRequest request, Handler<Buffer> read, Handler<Throwable> failed) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length == null && request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null
        || "0".equals(length)) {
      read.handle(NOTHING);
    } else if (length != null && !fits(length)) {
      failed.handle(tooLarge());
    } else {
      if (request.getHeader(HttpHeaders.EXPECT) != null) {
        request.response().writeContinue();
      }
      Collector collector = new Collector(read, failed);
      request.handler(collector::add).endHandler(end -> collector.finish());
    }
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
    private final Handler<Buffer> read;
    private final Handler<Throwable> failed;
    private final Buffer body = Buffer.buffer();
    private boolean refused;

    Collector(Handler<Buffer> read, Handler<Throwable> failed) {
      this.read = read;
      this.failed = failed;
    }

    void add(Buffer chunk) {
      if (refused) {
        return;
      }
      if (body.length() + chunk.length() > maxBytes) {
        refused = true;
        failed.handle(tooLarge());
      } else {
        body.appendBuffer(chunk);
      }
    }

    void finish() {
      if (!refused) {
        read.handle(body);
      }
    }
  }
}
