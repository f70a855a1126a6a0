package seckill.standalone.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Tells how much processor time the child processes took, by program. */
final class CpuMeter {
  private final Map<String, Duration> before = read();

  /** Processor time since this meter was made, by program name. */
  Map<String, Duration> sinceStart() {
    Map<String, Duration> spent = new TreeMap<>();
    read()
        .forEach(
            (name, total) ->
                spent.put(name, total.minus(before.getOrDefault(name, Duration.ZERO))));
    return spent;
  }

  // Debian's redis-server is a link to a program of another name.
  private static String program(String command) {
    String name = Path.of(command).getFileName().toString();
    return name.startsWith("redis-check") ? "redis-server" : name;
  }

  private static Map<String, Duration> read() {
    Map<String, Duration> total = new TreeMap<>();
    ProcessHandle.current()
        .descendants()
        .forEach(
            process ->
                process
                    .info()
                    .command()
                    .ifPresent(
                        command ->
                            total.merge(
                                program(command),
                                process.info().totalCpuDuration().orElse(Duration.ZERO),
                                Duration::plus)));
    return total;
  }
}
