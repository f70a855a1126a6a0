package seckill.standalone;

import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Option;
import seckill.standalone.client.SaleApi;
import seckill.standalone.process.UsageException;
import seckill.standalone.process.Waiting;

/** Which running system a command speaks to. */
final class TargetOptions {
  /** Where a system listens if nothing else is said. */
  static final String USUAL = "http://127.0.0.1:8080";

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  @Option(
      names = "--target",
      paramLabel = "URL",
      defaultValue = "${env:SECKILL_TARGET:-" + USUAL + "}",
      description =
          "A gateway of the running system; default: SECKILL_TARGET, or ${DEFAULT-VALUE}.")
  private URI target;

  /**
   * Does something with the API of the target.
   *
   * @param operator gives tokens of the admin role
   */
  <T> T withApi(Supplier<String> operator, Function<SaleApi, T> work) {
    requireHttp(target);
    Vertx vertx = Vertx.vertx();
    try {
      return work.apply(new SaleApi(vertx.createHttpClient(), target, operator));
    } finally {
      Waiting.on(vertx.close(), CLOSE_LIMIT, "cannot stop");
    }
  }

  /** Where the target is. */
  URI uri() {
    requireHttp(target);
    return target;
  }

  static void requireHttp(URI uri) {
    boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    if (!http || uri.getHost() == null) {
      throw new UsageException("--target must be like " + USUAL + ", got " + uri);
    }
  }
}
