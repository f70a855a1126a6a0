package seckill.gateway.edge;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/** What the head of a request says about its body. */
final class RequestBody {
  private RequestBody() {}

  static boolean isAnnounced(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    return length == null
        ? request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null
        : !"0".equals(length);
  }
}
