package seckill.standalone.client;

import io.vertx.core.json.JsonObject;

/**
 * An answer of the HTTP API.
 *
 * @param status HTTP status
 * @param body the JSON object, empty if there is none
 * @param retryAfterSeconds what Retry-After says, 0 if it is absent
 */
public record Reply(int status, JsonObject body, int retryAfterSeconds) {
  private static final int UNAUTHENTICATED = 401;

  /** An answer without Retry-After. */
  public Reply(int status, JsonObject body) {
    this(status, body, 0);
  }

  /** The outcome's name, empty if the answer carries none. */
  public String code() {
    return body.getValue("code") instanceof String code ? code : "";
  }

  /** The order id, or {@code null}. */
  public String orderId() {
    return body.getString("orderId");
  }

  public boolean succeeded() {
    return status >= 200 && status < 300;
  }

  /** What went wrong, for a person. */
  public String problem() {
    String detail = body.getString("detail", body.getString("title", ""));
    String told = "HTTP " + status + (code().isEmpty() ? "" : " " + code()) + ": " + detail;
    return status == UNAUTHENTICATED
        ? told + "; --token or SECKILL_ADMIN_TOKEN gives the token of your issuer"
        : told;
  }
}
