package seckill.standalone.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Redis' own load generator. */
record RedisBenchmark(int connections) implements ScriptCalls {
  static final String PROGRAM = "redis-benchmark";

  private static final Pattern RATE = Pattern.compile("([0-9.]+) requests per second");

  @Override
  public String name() {
    return PROGRAM + " -c " + connections;
  }

  @Override
  public double perSecond(int port, List<String> command, int calls, int pipeline)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.addAll(List.of(PROGRAM, "-p", Integer.toString(port)));
    line.addAll(List.of("-c", Integer.toString(Math.min(connections, calls))));
    line.addAll(List.of("-P", Integer.toString(pipeline), "-r", "2000000000"));
    line.addAll(List.of("-n", Integer.toString(calls)));
    line.addAll(command);
    String output = Programs.run(line);
    Matcher rate = RATE.matcher(output);
    double last = 0;
    while (rate.find()) {
      last = Double.parseDouble(rate.group(1));
    }
    if (last == 0) {
      throw new IOException(PROGRAM + " told no rate: " + output);
    }
    return last;
  }
}
