package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seckill.standalone.process.Home;
import seckill.standalone.process.JarProcess;

/** The benchmark, as small as it can be; its figures mean nothing. */
class BenchIT {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final String[] TINY = {
    "--parts=script,landing,jvm",
    "--rounds=1",
    "--seconds=1",
    "--warm-seconds=0",
    "--sustained-seconds=1",
    "--orders=2000",
    "--connections=8",
    "--largest=100"
  };

  @TempDir private Path directory;

  @Test
  @DisplayName("the benchmark brings a document and its figures up to date, and keeps the rest")
  void writesTheDocument() throws IOException {
    // The real one, so that a part without a place in it is found here.
    Path document = directory.resolve("benchmarks.md");
    String before = Files.readString(Home.find().resolve("docs/benchmarks.md"));
    Files.writeString(document, before);

    run();

    JsonObject found = new JsonObject(Files.readString(directory.resolve("benchmarks.json")));
    assertThat(found.fieldNames()).containsExactlyInAnyOrder("script", "landing", "jvm");
    assertThat(figures(found, "script")).anyMatch(name -> name.contains("one per call, -P 16"));
    assertThat(figures(found, "landing")).anyMatch(name -> name.contains("plain inserts"));
    assertThat(figures(found, "jvm"))
        .contains(
            "yardstick: bare server, requests/s",
            "accepted purchases/s",
            "SOLD_OUT answers/s",
            "p99.9 latency, ms, at 80 % of the maximum",
            "ms from press to order row, p50, at 50 % of the maximum",
            "landed orders/s, sustained run");
    String after = Files.readString(document);
    assertThat(after)
        .contains("| one JVM: accepted/s to bare server | ")
        .contains("| accepted purchases/s | ")
        .contains("--parts=script,landing,jvm");
    assertThat(byHand(after)).isEqualTo(byHand(before));
  }

  private static Set<String> figures(JsonObject found, String part) {
    return found.getJsonObject(part).getJsonObject("figures").fieldNames();
  }

  private static String byHand(String document) {
    return document.replaceAll("(?s)<!-- measured:(\\w+) -->.*?<!-- /measured:\\1 -->", "");
  }

  private void run() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("seckill.standalone.SeckillCommand", "bench"));
    command.addAll(List.of(TINY));
    command.add("--docs=" + directory);
    Map<String, String> environment = Map.of("SECKILL_HOME", Home.find().toString());
    try (JarProcess bench =
        new JarProcess("bench", command, environment, directory.resolve("bench.log"))) {
      bench.start();
      assertThat(bench.awaitEnd(LIMIT)).as(bench.output()).isZero();
    }
  }
}
