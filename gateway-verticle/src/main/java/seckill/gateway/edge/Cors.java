package seckill.gateway.edge;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import seckill.contract.SeckillException;
import seckill.contract.Texts;

/**
 * Lets pages of listed origins call from a browser (the CORS protocol of the Fetch standard).
 *
 * <p>Cookies are no part of it: callers show a bearer token, so credentials are never allowed.
 */
final class Cors {
  private static final Pattern ORIGIN =
      Pattern.compile("https?://([a-z0-9.-]+|\\[[0-9a-f:.]+])(:[1-9][0-9]{0,4})?");
  private static final CharSequence METHODS = HttpHeaders.createOptimized("GET, POST, PUT, DELETE");
  private static final CharSequence HEADERS =
      HttpHeaders.createOptimized(
          "Authorization, Content-Type, Idempotency-Key, Challenge-Pass, Device-Id");
  private static final CharSequence EXPOSED = HttpHeaders.createOptimized("Retry-After, Location");
  private static final CharSequence BY_ORIGIN = HttpHeaders.createOptimized("Origin");
  private static final CharSequence BY_PREFLIGHT =
      HttpHeaders.createOptimized(
          "Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
  private static final int NO_CONTENT = 204;

  private final Map<String, CharSequence> origins = new HashMap<>();
  private final CharSequence maxAge;

  Cors(List<String> listed, int maxAgeSeconds) {
    for (String origin : listed) {
      origins.put(require(origin), HttpHeaders.createOptimized(origin));
    }
    maxAge = HttpHeaders.createOptimized(Integer.toString(maxAgeSeconds));
  }

  // A browser never names the usual port, so such an entry would match nothing.
  private static String require(String origin) {
    boolean usualPort =
        origin.startsWith("https:") && origin.endsWith(":443")
            || origin.startsWith("http:") && origin.endsWith(":80");
    if (!ORIGIN.matcher(origin).matches() || usualPort) {
      throw SeckillException.badRequest(
          Texts.quote(origin)
              + " is no origin as browsers send it, like https://shop.example or"
              + " https://shop.example:8443");
    }
    return origin;
  }

  void addTo(HttpServerRequest request, HttpServerResponse response) {
    if (origins.isEmpty()) {
      return;
    }
    // Without an Origin, too: a cache must not give that answer to a page.
    response.putHeader(HttpHeaders.VARY, BY_ORIGIN);
    CharSequence allowed = allowed(request);
    if (allowed != null) {
      response
          .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, allowed)
          .putHeader(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    }
  }

  boolean answerPreflight(HttpServerRequest request) {
    if (origins.isEmpty()
        || request.method() != HttpMethod.OPTIONS
        || request.getHeader(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD) == null
        || allowed(request) == null) {
      return false;
    }
    request
        .response()
        .setStatusCode(NO_CONTENT)
        .putHeader(HttpHeaders.VARY, BY_PREFLIGHT)
        .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, METHODS)
        .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS, HEADERS)
        .putHeader(HttpHeaders.ACCESS_CONTROL_MAX_AGE, maxAge)
        .end();
    return true;
  }

  private CharSequence allowed(HttpServerRequest request) {
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    return origin == null ? null : origins.get(origin);
  }
}
