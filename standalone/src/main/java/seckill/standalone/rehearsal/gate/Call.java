package seckill.standalone.rehearsal.gate;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;

/**
 * One HTTP request of a visitor.
 *
 * @param path as it stands in the request line
 * @param headers by name
 * @param body or {@code null}
 */
record Call(HttpMethod method, String path, Map<String, String> headers, JsonObject body) {

  static Call of(HttpMethod method, String path) {
    return new Call(method, path, Map.of(), null);
  }

  /** The same call with a header more, or another value of it; none if the value is null. */
  Call with(String header, String value) {
    if (value == null) {
      return this;
    }
    Map<String, String> more = new HashMap<>(headers);
    more.put(header, value);
    return new Call(method, path, more, body);
  }

  Call withBody(JsonObject content) {
    return new Call(method, path, headers, content);
  }
}
