package seckill.standalone.bench.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs wrk, a closed-model HTTP load generator, with one prepared token per request. */
public final class Wrk implements LoadClient {
  private static final String SCRIPT = "load.lua";

  private final Path script;
  private final int connections;

  /** Connections are shared by one client thread. */
  public Wrk(Path directory, int connections) throws IOException {
    this.script = directory.resolve(SCRIPT);
    this.connections = connections;
    try (InputStream in = Wrk.class.getResourceAsStream(SCRIPT)) {
      Files.write(script, in.readAllBytes());
    }
  }

  @Override
  public String name() {
    return "wrk -t1 -c" + connections;
  }

  @Override
  public LoadResult run(Target target, Headers headers, Path tokens, int seconds)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of("wrk", "-t1", "-c" + connections, "-d" + seconds + "s", "--timeout", "10s"));
    command.addAll(List.of("-s", script.toString(), "http://127.0.0.1:" + target.port(), "--"));
    command.addAll(List.of(Long.toString(target.firstItem()), Integer.toString(target.items())));
    command.addAll(List.of(tokens.toString(), headers.fixed()));
    command.add(headers.ownAddresses() ? "own" : "same");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("wrk failed: " + output);
    }
    return parse(output);
  }

  static LoadResult parse(String output) throws IOException {
    String line =
        output
            .lines()
            .filter(text -> text.startsWith("RESULT "))
            .findFirst()
            .orElseThrow(() -> new IOException("wrk printed no result: " + output));
    String[] words = line.split(" ");
    long[] fields = new long[words.length];
    for (int i = 1; i < words.length; i++) {
      fields[i] = Long.parseLong(words[i]);
    }
    return new LoadResult(
        fields[1],
        fields[1] * 1e6 / fields[2],
        fields[3],
        fields[4],
        fields[5],
        fields[6],
        fields[7],
        fields[8],
        fields[9]);
  }
}
