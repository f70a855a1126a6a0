package seckill.standalone.bench;

import java.io.IOException;
import seckill.standalone.bench.report.PartResult;

/** One part of the benchmark; starts what it needs, and stops it. */
@FunctionalInterface
interface Part {
  /** Measures everything of this part, and adds it to the result as it comes. */
  void measure(PartResult result) throws IOException, InterruptedException;
}
