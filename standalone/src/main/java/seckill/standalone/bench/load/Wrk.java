package seckill.standalone.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs wrk, a closed-model HTTP load generator, with one prepared token per request. */
final class Wrk {
  private static final String SCRIPT = "load.lua";

  private final Path script;
  private final int connections;

  /** Connections are shared by one client thread. */
  Wrk(Path directory, int connections) throws IOException {
    this.script = directory.resolve(SCRIPT);
    this.connections = connections;
    try (InputStream in = Wrk.class.getResourceAsStream(SCRIPT)) {
      Files.write(script, in.readAllBytes());
    }
  }

  /**
   * What one run showed.
   *
   * @param requests answered
   * @param perSecond answered per second
   * @param refused answers with a status of 400 or more
   * @param errors requests without an answer
   * @param p50Micros median latency, as the closed model sees it
   * @param p99Micros 99th percentile
   * @param maxMicros worst
   * @param wrapped how often the token file was too short and began again
   */
  record Result(
      long requests,
      double perSecond,
      long refused,
      long errors,
      long p50Micros,
      long p99Micros,
      long maxMicros,
      long wrapped) {}

  /** Posts to a path for some seconds. */
  Result run(int port, String path, Crowd.Headers headers, Path tokens, int seconds)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of("wrk", "-t1", "-c" + connections, "-d" + seconds + "s", "--timeout", "10s"));
    command.addAll(List.of("-s", script.toString(), "http://127.0.0.1:" + port + path, "--"));
    command.addAll(List.of(path, tokens.toString(), headers.fixed()));
    command.add(headers.ownAddresses() ? "own" : "same");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("wrk failed: " + output);
    }
    return parse(output);
  }

  static Result parse(String output) throws IOException {
    String line =
        output
            .lines()
            .filter(text -> text.startsWith("RESULT "))
            .findFirst()
            .orElseThrow(() -> new IOException("wrk printed no result: " + output));
    String[] fields = line.split(" ");
    long requests = Long.parseLong(fields[1]);
    long micros = Long.parseLong(fields[2]);
    return new Result(
        requests,
        requests * 1e6 / micros,
        Long.parseLong(fields[3]),
        Long.parseLong(fields[4]),
        Long.parseLong(fields[5]),
        Long.parseLong(fields[6]),
        Long.parseLong(fields[7]),
        Long.parseLong(fields[8]));
  }
}
