package seckill.gateway.edge;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Headers that every answer has, refusals and faults included; set when a request comes in, so that
 * no way out can miss them.
 */
public final class ResponseHeaders {
  private static final CharSequence CONTENT_TYPE_OPTIONS =
      HttpHeaders.createOptimized("X-Content-Type-Options");
  private static final CharSequence NOSNIFF = HttpHeaders.createOptimized("nosniff");
  private static final CharSequence REFERRER_POLICY =
      HttpHeaders.createOptimized("Referrer-Policy");
  private static final CharSequence NO_REFERRER = HttpHeaders.createOptimized("no-referrer");
  private static final CharSequence CONTENT_SECURITY_POLICY =
      HttpHeaders.createOptimized("Content-Security-Policy");

  /** Nothing in an answer is to be run, shown in a frame, or to load anything. */
  private static final CharSequence NOTHING =
      HttpHeaders.createOptimized("default-src 'none'; frame-ancestors 'none'");

  private final Cors cors;

  private ResponseHeaders(Cors cors) {
    this.cors = cors;
  }

  /**
   * Reads the section {@code http}.
   *
   * @throws seckill.contract.SeckillException BAD_REQUEST if an origin is malformed
   */
  static ResponseHeaders of(JsonObject http) {
    JsonArray listed = http.getJsonArray("corsOrigins");
    List<String> origins = IntStream.range(0, listed.size()).mapToObj(listed::getString).toList();
    return new ResponseHeaders(new Cors(origins, http.getInteger("corsMaxAgeSeconds")));
  }

  /** Adds them to the answer that is still to be given. */
  public void addTo(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    response
        .putHeader(CONTENT_TYPE_OPTIONS, NOSNIFF)
        .putHeader(REFERRER_POLICY, NO_REFERRER)
        .putHeader(CONTENT_SECURITY_POLICY, NOTHING);
    cors.addTo(request, response);
  }

  /** Answers a request by which a browser asks for leave; whether this was one. */
  public boolean answerPreflight(HttpServerRequest request) {
    return cors.answerPreflight(request);
  }
}
