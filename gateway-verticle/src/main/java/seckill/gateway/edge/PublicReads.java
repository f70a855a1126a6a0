package seckill.gateway.edge;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Set;

/** The reads that are the same for everybody, in their one usual spelling. */
final class PublicReads {
  private static final Set<String> FIXED = Set.of("/api/time", "/api/items", "/openapi.yaml");
  private static final String ITEM = "/api/items/";
  private static final String STOCK = "/stock";

  private PublicReads() {}

  /** Whether a request is one; any other spelling of its target, or a query, makes it none. */
  static boolean isOne(HttpServerRequest request) {
    return (request.method() == HttpMethod.GET || request.method() == HttpMethod.HEAD)
        && isOne(request.uri());
  }

  static boolean isOne(String target) {
    if (!target.startsWith(ITEM)) {
      return FIXED.contains(target);
    }
    int end = target.length() - (target.endsWith(STOCK) ? STOCK.length() : 0);
    for (int i = ITEM.length(); i < end; i++) {
      if (target.charAt(i) < '0' || target.charAt(i) > '9') {
        return false;
      }
    }
    return end > ITEM.length();
  }
}
