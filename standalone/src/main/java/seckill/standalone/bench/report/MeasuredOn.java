package seckill.standalone.bench.report;

import io.vertx.core.json.JsonObject;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import seckill.standalone.process.Machine;

/** What the figures were measured on. */
public final class MeasuredOn {
  private static final double KILOBYTES_PER_GIGABYTE = 1 << 20;

  private MeasuredOn() {}

  /**
   * Cores, memory, processor, kernel and Java of this machine, by name.
   *
   * @param programs more of the kind, such as the versions of the stores
   */
  public static JsonObject describe(JsonObject programs) {
    return new JsonObject()
        .put("cores", Runtime.getRuntime().availableProcessors())
        .put("memory", memory())
        .put("processor", Machine.processor())
        .put("kernel", Machine.kernel())
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
    String kilobytes =
        Machine.value(Path.of("/proc/meminfo"), "MemTotal", "").replaceAll("\\D", "");
    return kilobytes.isEmpty()
        ? "unknown"
        : String.format(Locale.ROOT, "%.0f GB", Long.parseLong(kilobytes) / KILOBYTES_PER_GIGABYTE);
  }
}
