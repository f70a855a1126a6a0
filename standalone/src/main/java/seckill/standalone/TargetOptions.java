package seckill.standalone;

import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Option;
import seckill.standalone.client.SaleApi;
import seckill.standalone.client.TokenMint;
import seckill.standalone.process.DevSecret;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.Waiting;

/** Which running system a command speaks to. */
final class TargetOptions {
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  @Option(
      names = "--target",
      paramLabel = "URL",
      defaultValue = "${env:SECKILL_TARGET:-http://127.0.0.1:8080}",
      description =
          "A gateway of the running system; default: SECKILL_TARGET, or ${DEFAULT-VALUE}.")
  private URI target;

  /** Does something with the API of the target. */
  <T> T withApi(Function<SaleApi, T> work) {
    requireHttp(target);
    Vertx vertx = Vertx.vertx();
    try {
      return work.apply(new SaleApi(vertx.createHttpClient(), target, mint(System.getenv())));
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
      throw new SaleException("the target must be like http://127.0.0.1:8080, got " + uri);
    }
  }

  /** Makes tokens with the secret of the environment, or with the one of {@code run}. */
  static TokenMint mint(Map<String, String> environment) {
    return new TokenMint(secret(environment), Clock.systemUTC());
  }

  static String secret(Map<String, String> environment) {
    return environment.getOrDefault("SECKILL_TOKEN_SECRET", DevSecret.VALUE);
  }
}
