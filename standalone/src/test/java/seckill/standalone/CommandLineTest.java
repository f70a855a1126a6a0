package seckill.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandLineTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int execute(String... arguments) {
    CommandLine command = SeckillCommand.commandLine();
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }

  @ParameterizedTest
  @DisplayName("bad usage is one line on stderr and exit code 2")
  @ValueSource(
      strings = {
        "sell",
        "token",
        "token --user u1 --ttl 0",
        "token --user u1 --ttl soon",
        "pay",
        "pay 0198c0f0-0000-7000-8000-000000000001",
        "pay 1 --amount 100",
        "pay 0198c0f0-0000-7000-8000-000000000001 --amount much",
        "run --port http",
        "item",
        "item import",
        "item restock 7",
        "item restock 7 --units many",
        "item extend 7",
        "reconcile",
        "store switch",
        "store switch OTHER",
        "store BACKUP",
        "dead-letter",
        "dead-letter replay",
        "dead-letter discard",
        "dead-letter list --state closed",
        "rehearse --users 0",
        "rehearse --stock -1",
        "rehearse --tries 9999999 --users 9999999",
        "rehearse --kill consumer",
        "rehearse --cluster --kill gateway",
        "rehearse --cluster --target http://127.0.0.1:1",
        "rehearse --gate some",
        "rehearse --bots 5",
        "rehearse --gate all --bots -1",
        "rehearse --gate all --target http://127.0.0.1:1",
        "rehearse --chaos --target http://127.0.0.1:1",
        "rehearse --chaos --cluster --kill consumer",
        "rehearse --chaos --gate all",
        "rehearse --chaos --rounds 0",
        "rehearse --chaos --window 0",
        "rehearse --chaos --users 0",
        "rehearse --rounds 3",
        "bench --parts everything",
        "bench --rounds 0",
        "bench --orders 1500",
      })
  void badUsage(String line) {
    assertThat(execute(line.split(" "))).isEqualTo(2);
    assertThat(err.toString()).startsWith("seckill").hasLineCount(1);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  @DisplayName("no arguments print the help")
  void helpWithoutArguments() {
    assertThat(execute()).isZero();
    assertThat(out.toString()).contains("run", "rehearse", "token", "pay", "item", "reconcile");
  }

  @ParameterizedTest
  @DisplayName("the help of a command tells its defaults")
  @ValueSource(strings = {"run", "rehearse", "token", "pay", "item import", "reconcile", "recover"})
  void helpTellsDefaults(String command) {
    assertThat(execute((command + " --help").split(" "))).isZero();
    assertThat(out.toString()).contains("default");
  }

  @ParameterizedTest
  @DisplayName("a data directory that cannot be used is one line and exit code 1")
  @ValueSource(strings = {"file", "file/below"})
  void refusesDataDirectory(String name, @TempDir Path directory) throws Exception {
    Files.createFile(directory.resolve("file"));

    assertThat(execute("run", "--port", "0", "--data", directory.resolve(name).toString()))
        .isEqualTo(1);
    assertThat(err.toString()).contains("data directory").hasLineCount(1);
  }

  @Test
  @DisplayName("a result file that cannot be written is one line, and nothing is started for it")
  void refusesResultFile(@TempDir Path directory) {
    String file = directory.resolve("absent/result.json").toString();

    assertThat(execute("rehearse", "--json", file)).isEqualTo(1);
    assertThat(err.toString()).contains(file).hasLineCount(1);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  @DisplayName("an unreachable system is one line and exit code 1")
  void unreachableTarget() {
    assertThat(execute("reconcile", "7", "--target", "http://127.0.0.1:1")).isEqualTo(1);
    assertThat(err.toString()).contains("Connection refused").hasLineCount(1);
  }
}
