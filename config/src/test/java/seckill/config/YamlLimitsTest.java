package seckill.config;

import static org.assertj.core.api.Assertions.assertThat;
import static seckill.config.YamlFileTest.items;
import static seckill.config.YamlFileTest.refused;
import static seckill.config.YamlFileTest.settings;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much a YAML file may hold. */
class YamlLimitsTest {
  private static final long MEGABYTE = 1024 * 1024;

  @Test
  @DisplayName("a bomb of aliases is refused without growing, by lists, sections and merge keys")
  void refusesBombs() {
    for (String level :
        new String[] {"[*x%1$d, *x%1$d, *x%1$d]", "{a: *x%1$d, b: *x%1$d, c: *x%1$d}"}) {
      for (int levels : new int[] {13, 15, 30}) {
        String bomb =
            IntStream.range(0, levels)
                .mapToObj(i -> "x" + (i + 1) + ": &x" + (i + 1) + " " + String.format(level, i))
                .collect(Collectors.joining("\n", "x0: &x0 [1]\n", "\n"));
        assertThat(allocated(() -> refused(bomb, "aliases", "limit maxAliased")))
            .isLessThan(40 * MEGABYTE);
      }
    }
    String merging =
        IntStream.range(0, 29)
            .mapToObj(
                i ->
                    String.format(
                        "x%d: &x%d {<<: [*x%d, *x%d, *x%d], k%d: 1}", i + 1, i + 1, i, i, i, i))
            .collect(Collectors.joining("\n", "x0: &x0 {k: 1}\n", "\n"));
    assertThat(allocated(() -> refused(merging, "limit"))).isLessThan(40 * MEGABYTE);
    String chain =
        IntStream.range(0, 1000)
            .mapToObj(i -> "x" + (i + 1) + ": &x" + (i + 1) + " [*x" + i + "]")
            .collect(Collectors.joining("\n", "x0: &x0 [1]\n", "\n"));
    refused(chain, "nested too deep", "limit maxDepth");
  }

  private static long allocated(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "? "})
  @DisplayName("however deep a file is nested, it is refused by the line and the limit")
  void refusesDepth(String nested) {
    refused("a:\n  " + nested.repeat(100_000), "limit maxDepth", "line 2");
    assertThat(settings("a: " + "[".repeat(31) + "]".repeat(31))).isNotEmpty();
  }

  @Test
  @DisplayName(
      "many aliases, large files and long texts are no mistake, and too large ones are named")
  void takesLargeFiles() {
    String shared = "s: &s {a: 1, b: [x, y]}\nl:\n" + "  - {v: 1, s: *s}\n".repeat(20_000);
    assertThat(items(shared).getJsonArray("l")).hasSize(20_000);
    assertThat(items("a: '" + "茅".repeat(2_000_000) + "'").getString("a")).hasSize(2_000_000);
    String comment = "# " + "x".repeat(97) + "\n";
    assertThat(items(comment.repeat(50_000) + "a: 1")).hasSize(1);
    byte[] large = new byte[YamlLimits.MAX_BYTES + 1];
    Arrays.fill(large, (byte) '#');
    refused(large, "larger than 33554432 bytes", "limit maxBytes");
    refused("a: " + "9".repeat(41), "limit maxDigits", "line 1");
  }
}
