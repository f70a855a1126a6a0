package seckill.gateway.edge;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Set;

/**
 * The reads that are the same for everybody, in their one usual spelling; they are answered out of
 * memory.
 */
final class PublicReads {
  private static final Set<String> FIXED =
      Set.of(
          "/api/time",
          "/api/items",
          "/openapi.yaml",
          "/",
          "/index.html",
          "/zh/",
          "/en/",
          "/zh/orders/",
          "/en/orders/");

  /** With the number of an item in between. */
  private static final String[][] OF_ITEMS = {
    {"/api/items/", ""},
    {"/api/items/", "/stock"},
    {"/api/items/", "/live"},
    {"/zh/items/", "/"},
    {"/en/items/", "/"},
    {"/items/", ""}
  };

  private static final String ASSET = "/assets/";

  private PublicReads() {}

  /** Whether a request is one; any other spelling of its target, or a query, makes it none. */
  static boolean isOne(HttpServerRequest request) {
    return (request.method() == HttpMethod.GET || request.method() == HttpMethod.HEAD)
        && isOne(request.uri());
  }

  static boolean isOne(String target) {
    if (target.startsWith(ASSET)) {
      return isName(target, ASSET.length());
    }
    for (String[] spelling : OF_ITEMS) {
      if (isOfItem(target, spelling[0], spelling[1])) {
        return true;
      }
    }
    return FIXED.contains(target);
  }

  // Nothing that leads out of the directory, or has to be decoded first.
  private static boolean isName(String target, int start) {
    for (int i = start; i < target.length(); i++) {
      char c = target.charAt(i);
      boolean plain = c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '.' || c == '-';
      if (!plain && c != '_') {
        return false;
      }
    }
    return target.length() > start;
  }

  private static boolean isOfItem(String target, String before, String after) {
    int end = target.length() - after.length();
    if (!target.startsWith(before) || !target.endsWith(after) || end <= before.length()) {
      return false;
    }
    for (int i = before.length(); i < end; i++) {
      if (target.charAt(i) < '0' || target.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
