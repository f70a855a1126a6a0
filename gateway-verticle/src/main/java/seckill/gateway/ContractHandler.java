package seckill.gateway;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.io.InputStream;

/** {@code GET /openapi.yaml}: the contract of this API. */
final class ContractHandler implements Handler<RoutingContext> {
  private static final String RESOURCE = "openapi.yaml";
  private static final Buffer CONTRACT = load();

  private static Buffer load() {
    try (InputStream in = ContractHandler.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + RESOURCE);
      }
      return Buffer.buffer(in.readAllBytes());
    } catch (IOException e) {
      throw new IllegalStateException("unreadable resource " + RESOURCE, e);
    }
  }

  @Override
  public void handle(RoutingContext ctx) {
    ctx.response()
        .putHeader(HttpHeaders.CONTENT_TYPE, "application/yaml")
        .putHeader(HttpHeaders.CACHE_CONTROL, Answers.FEW_SECONDS)
        .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(CONTRACT.length()))
        .end(CONTRACT);
  }
}
