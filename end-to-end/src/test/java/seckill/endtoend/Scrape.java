package seckill.endtoend;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Reads the metrics of a process. */
final class Scrape {
  private Scrape() {}

  static String of(int managementPort) throws IOException {
    URI metrics = URI.create("http://127.0.0.1:" + managementPort + "/metrics");
    try (InputStream in = metrics.toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
