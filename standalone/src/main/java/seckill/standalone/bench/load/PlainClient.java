package seckill.standalone.bench.load;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Posts purchases with {@link HttpLoad}: at a fixed rate, or as the closed model where wrk is not.
 */
public final class PlainClient implements LoadClient {
  private final int connections;

  public PlainClient(int connections) {
    this.connections = connections;
  }

  @Override
  public String name() {
    return "the benchmark's own client with " + connections + " connections (no wrk on PATH)";
  }

  @Override
  public LoadResult run(Target target, Headers headers, Path tokens, int seconds)
      throws IOException {
    return run(target, headers, tokens, Pace.CLOSED, seconds);
  }

  /** Posts purchases at a pace. */
  public LoadResult run(Target target, Headers headers, Path tokens, Pace pace, int seconds)
      throws IOException {
    try (Purchases purchases = new Purchases(target, headers, tokens)) {
      LoadResult result = new HttpLoad(pace, purchases).run(target.port(), connections, seconds);
      return new LoadResult(
          result.requests(),
          result.perSecond(),
          result.refused(),
          result.errors(),
          result.p50Micros(),
          result.p99Micros(),
          result.p999Micros(),
          result.maxMicros(),
          purchases.wrapped());
    }
  }
}
