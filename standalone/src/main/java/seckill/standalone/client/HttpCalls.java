package seckill.standalone.client;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.Map;

/**
 * JSON requests to one server.
 *
 * @param server {@code http://host:port}
 * @param address from where a proxy says that the client calls, or {@code null}
 */
record HttpCalls(HttpClient client, URI server, String address) {

  /** The same for a client behind a proxy, who calls from this address. */
  HttpCalls from(String elsewhere) {
    return new HttpCalls(client, server, elsewhere);
  }

  /**
   * Sends a request.
   *
   * @param path as it is to stand in the request line
   * @param body may be {@code null}
   */
  Future<Reply> send(HttpMethod method, String path, Map<String, String> headers, JsonObject body) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(method)
            .setHost(server.getHost())
            .setPort(port())
            .setSsl("https".equals(server.getScheme()))
            .setURI(path);
    if (address != null) {
      options.putHeader("X-Forwarded-For", address);
    }
    headers.forEach(options::putHeader);
    if (body != null) {
      options.putHeader("Content-Type", "application/json");
    }
    // Nested, so that the body is asked for on the event loop, before it can have gone by.
    return client.request(options).compose(request -> send(request, body).compose(HttpCalls::read));
  }

  private static Future<HttpClientResponse> send(HttpClientRequest request, JsonObject body) {
    return body == null ? request.send() : request.send(body.toBuffer());
  }

  private int port() {
    if (server.getPort() != -1) {
      return server.getPort();
    }
    return "https".equals(server.getScheme()) ? 443 : 80;
  }

  private static Future<Reply> read(HttpClientResponse response) {
    int retryAfter = seconds(response.getHeader("Retry-After"));
    return response.body().map(body -> new Reply(response.statusCode(), json(body), retryAfter));
  }

  // A date is allowed there, too, but no gateway of ours sends one.
  private static int seconds(String retryAfter) {
    return retryAfter != null && retryAfter.matches("[0-9]{1,9}")
        ? Integer.parseInt(retryAfter)
        : 0;
  }

  private static JsonObject json(Buffer body) {
    try {
      return body.length() == 0 ? new JsonObject() : body.toJsonObject();
    } catch (DecodeException | ClassCastException e) {
      return new JsonObject().put("detail", body.toString());
    }
  }
}
