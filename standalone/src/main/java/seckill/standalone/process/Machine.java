package seckill.standalone.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The machine, as reports name it. */
public final class Machine {
  private static final Pattern RELEASE = Pattern.compile("^\\d+(\\.\\d+)?");
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private Machine() {}

  /** Cores, processor, Java and kernel in one line. */
  public static String describe() {
    return String.join(
        ", ",
        Runtime.getRuntime().availableProcessors() + " cores",
        processor(),
        "Java " + System.getProperty("java.version"),
        kernel());
  }

  /** Name and number of the kernel. */
  public static String kernel() {
    return System.getProperty("os.name") + " " + release();
  }

  // What distributions and hosts add to the number says nothing to others.
  private static String release() {
    Matcher number = RELEASE.matcher(System.getProperty("os.version"));
    return number.find() ? number.group() : "";
  }

  /** The model of the processor. */
  public static String processor() {
    return value(CPU_INFO, "model name", "unknown CPU");
  }

  /** The value behind a name in a file of {@code name: value} lines such as the kernel shows. */
  public static String value(Path file, String name, String otherwise) {
    try {
      return value(Files.readAllLines(file).stream(), name, otherwise);
    } catch (IOException e) {
      return otherwise;
    }
  }

  /** The value behind a name among such lines. */
  public static String value(Stream<String> lines, String name, String otherwise) {
    return lines
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(line.indexOf(':') + 1).trim())
        .findFirst()
        .orElse(otherwise);
  }
}
