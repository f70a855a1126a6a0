package seckill.standalone.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Tells how much processor time and memory processes take. */
final class ProcessMeter {
  private static final double KILOBYTES_PER_MEGABYTE = 1024;

  private final Map<String, Long> pids;
  private final Map<String, Duration> before;

  /**
   * Begins to measure.
   *
   * @param pids of the processes, by what they are called in the report
   */
  ProcessMeter(Map<String, Long> pids) {
    this.pids = pids;
    this.before = processorTime();
  }

  /** Processor time since this meter was made, by name. */
  Map<String, Duration> sinceStart() {
    Map<String, Duration> spent = processorTime();
    spent.replaceAll((name, total) -> total.minus(before.getOrDefault(name, Duration.ZERO)));
    return spent;
  }

  private Map<String, Duration> processorTime() {
    Map<String, Duration> total = new LinkedHashMap<>();
    pids.forEach(
        (name, pid) ->
            ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .ifPresent(time -> total.put(name, time)));
    return total;
  }

  /** Memory that they occupy now, in megabytes, by name; absent where the system does not tell. */
  Map<String, Double> megabytes() {
    Map<String, Double> resident = new LinkedHashMap<>();
    pids.forEach(
        (name, pid) -> {
          String kilobytes = value(Path.of("/proc", Long.toString(pid), "status"), "VmRSS:");
          if (!kilobytes.isEmpty()) {
            resident.put(name, Long.parseLong(kilobytes) / KILOBYTES_PER_MEGABYTE);
          }
        });
    return resident;
  }

  private static String value(Path file, String name) {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.startsWith(name))
          .map(line -> line.replaceAll("\\D", ""))
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }
}
