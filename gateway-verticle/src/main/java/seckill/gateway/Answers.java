package seckill.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;

/** Writes answers that are not problems, and says who may keep them. */
final class Answers {
  /** For one caller's eyes, and not to be kept by anybody. */
  static final CharSequence PRIVATE = HttpHeaders.createOptimized("private, no-store");

  /** For everybody, for a second. */
  static final CharSequence ONE_SECOND = HttpHeaders.createOptimized("public, max-age=1");

  /** For everybody, for a few seconds. */
  static final CharSequence FEW_SECONDS = HttpHeaders.createOptimized("public, max-age=5");

  /** For everybody, but to be asked for each time. */
  static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");

  static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

  private Answers() {}

  static void json(
      HttpServerResponse response, int status, CharSequence cacheControl, JsonObject body) {
    json(response, status, cacheControl, body.toBuffer());
  }

  static void json(
      HttpServerResponse response, int status, CharSequence cacheControl, Buffer body) {
    // A late answer finds that it was given up, or that nobody is there any more.
    if (response.ended() || response.closed()) {
      return;
    }
    response
        .setStatusCode(status)
        .putHeader(HttpHeaders.CONTENT_TYPE, JSON)
        .putHeader(HttpHeaders.CACHE_CONTROL, cacheControl)
        .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()))
        .end(body);
  }
}
