package seckill.standalone.bench.report;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What the figures were measured on. */
public final class Machine {
  private static final double KILOBYTES_PER_GIGABYTE = 1 << 20;

  private Machine() {}

  /**
   * Cores, memory, processor, kernel and Java of this machine, by name.
   *
   * @param programs more of the kind, such as the versions of the stores
   */
  public static JsonObject describe(JsonObject programs) {
    return new JsonObject()
        .put("cores", Runtime.getRuntime().availableProcessors())
        .put("memory", memory())
        .put("processor", value("/proc/cpuinfo", "model name", "unknown"))
        .put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"))
        .put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"))
        .mergeIn(programs);
  }

  /** The same as one line of text. */
  static String line(JsonObject machine) {
    StringBuilder line = new StringBuilder();
    line.append(machine.getInteger("cores")).append(" cores of ");
    line.append(machine.getString("processor")).append(", ");
    line.append(machine.getString("memory")).append(" of memory, ");
    line.append(machine.getString("kernel")).append(", ").append(machine.getString("java"));
    machine.fieldNames().stream()
        .filter(name -> !List.of("cores", "processor", "memory", "kernel", "java").contains(name))
        .forEach(
            name -> line.append("; ").append(name).append(": ").append(machine.getValue(name)));
    return line.toString();
  }

  /** The load average of the last minute: whether the machine has other things to do. */
  public static String loadAverage() {
    return String.format(
        Locale.ROOT, "%.1f", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  private static String memory() {
    String kilobytes = value("/proc/meminfo", "MemTotal", "").replaceAll("\\D", "");
    return kilobytes.isEmpty()
        ? "unknown"
        : String.format(Locale.ROOT, "%.0f GB", Long.parseLong(kilobytes) / KILOBYTES_PER_GIGABYTE);
  }

  private static String value(String file, String name, String otherwise) {
    try {
      return Files.readAllLines(Path.of(file)).stream()
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).trim())
          .findFirst()
          .orElse(otherwise);
    } catch (IOException e) {
      return otherwise;
    }
  }
}
