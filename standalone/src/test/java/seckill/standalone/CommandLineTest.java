package seckill.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
        "pages",
        "pages export",
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
        "rehearse --stock 0",
        "rehearse --stock -1",
        "rehearse --users 0",
        "rehearse --users -5",
        "rehearse --tries 0",
        "rehearse --items 0",
        "rehearse --items 11 --users 10",
        "rehearse --concurrency 0",
        "rehearse --rate -1",
        "rehearse --seconds-limit 0",
        "rehearse --gate all --stock 0",
        "rehearse --chaos --stock 0",
        "rehearse --chaos --rounds -1",
        "rehearse --target http://127.0.0.1:1",
        "reconcile 7 --target here",
        "reconcile 7 --token two\u00a0words",
        "recover 7 --all",
        "item import /does/not/exist",
        "run --management-port -1",
        "compare --stock 0",
        "compare --stock many",
        "compare --clients 0",
        "compare --clients 1001",
        "compare --requests 0",
        "compare --rounds 0",
        "compare --users 0",
        "compare --requests 5 --users 6",
        "compare --only V7",
        "compare --only V1 --docs docs",
        "compare --redis http://127.0.0.1:6379",
        "compare --redis redis:6379",
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
  @DisplayName("every help tells the exit codes, which are the same for all commands")
  @ValueSource(
      strings = {
        "run",
        "rehearse",
        "token",
        "pay",
        "item import",
        "item restock",
        "reconcile",
        "recover",
        "store",
        "store switch",
        "dead-letter list",
        "dead-letter replay",
        "bench"
      })
  void helpTellsExitCodes(String command) {
    assertThat(execute((command + " --help").split(" "))).isZero();
    assertThat(out.toString()).contains("Exit codes:", "0   ", "1   ", "2   ", "3   ", "4   ");
  }

  @Test
  @DisplayName("a log level that there is not is one line and exit code 2")
  void refusesLogLevel() {
    CommandLine command = SeckillCommand.commandLine().setErr(new PrintWriter(err, true));

    int exitCode =
        SeckillCommand.execute(
            command, Map.of("SECKILL_LOG_LEVEL", "banana"), "token", "--user", "u1");

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString()).contains("SECKILL_LOG_LEVEL must be one of").hasLineCount(1);
  }

  @ParameterizedTest
  @DisplayName("the help of a command tells its defaults")
  @ValueSource(
      strings = {
        "run",
        "rehearse",
        "token",
        "pay",
        "item import",
        "reconcile",
        "recover",
        "compare"
      })
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

  @ParameterizedTest
  @DisplayName("so it is for a comparison's files")
  @ValueSource(strings = {"--json", "--svg", "--docs"})
  void refusesComparisonsFiles(String option, @TempDir Path directory) {
    String file = directory.resolve("absent/result").toString();

    assertThat(execute("compare", option, file)).isEqualTo(1);
    assertThat(err.toString()).contains(file, option).hasLineCount(1);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  @DisplayName("an unreachable Redis is one line and exit code 1, and its password is not told")
  void unreachableRedis() {
    assertThat(execute("compare", "--redis", "redis://:secret@127.0.0.1:1")).isEqualTo(1);
    assertThat(err.toString()).contains("127.0.0.1:1").doesNotContain("secret");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  @DisplayName("an unreachable system is one line and exit code 1")
  void unreachableTarget() {
    assertThat(execute("reconcile", "7", "--target", "http://127.0.0.1:1")).isEqualTo(1);
    assertThat(err.toString()).contains("Connection refused").hasLineCount(1);
  }

  @Test
  @DisplayName("a mistake in a variable's name is refused before anything is done")
  void unknownVariables() {
    CommandLine command = SeckillCommand.commandLine().setErr(new PrintWriter(err, true));

    int code = SeckillCommand.execute(command, Map.of("SECKILL_TARGTE", "x"), "store");

    assertThat(code).isEqualTo(2);
    assertThat(err.toString().trim())
        .isEqualTo(
            "seckill: unknown environment variable SECKILL_TARGTE; did you mean SECKILL_TARGET?");
    Map<String, String> known =
        Map.of(
            "SECKILL_HTTP_PORT", "tcp://10.0.0.9:8080",
            "SECKILL_TEST_ANYTHING", "x",
            "SECKILL_HOME", "/",
            "SECKILL_MYSQL_POOL_SIZE", "3");
    command.setOut(new PrintWriter(out, true));
    assertThat(SeckillCommand.execute(command, known, "help")).isZero();
  }
}
