package seckill.standalone.bench.load;

import java.io.IOException;
import java.nio.file.Path;

/** A client of the closed model: each connection asks again as soon as it is answered. */
public interface LoadClient {
  /** What it is, for the report. */
  String name();

  /**
   * Posts purchases for some seconds.
   *
   * @param tokens a file with one token per line
   */
  LoadResult run(Target target, Headers headers, Path tokens, int seconds)
      throws IOException, InterruptedException;
}
