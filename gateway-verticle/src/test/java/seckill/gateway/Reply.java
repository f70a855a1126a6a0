package seckill.gateway;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;

/** An HTTP answer, for assertions. */
record Reply(int status, HttpHeaders headers, String body) {

  static Reply of(HttpResponse<String> response) {
    return new Reply(response.statusCode(), response.headers(), response.body());
  }

  JsonObject json() {
    return new JsonObject(body);
  }

  String code() {
    return json().getString("code");
  }

  String detail() {
    return json().getString("detail");
  }

  String orderId() {
    return json().getString("orderId");
  }

  String header(String name) {
    return headers.firstValue(name).orElse(null);
  }
}
