package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jgroups.JChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.testkit.TestPorts;

class ServiceLauncherIT {
  private static final int SIGTERM = 128 + 15;

  @TempDir private Path directory;
  private Process process;
  private int port;

  @AfterEach
  void end() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  private void launch(Map<String, String> environment, String... arguments) throws IOException {
    port = TestPorts.free();
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                LauncherProgram.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(directory.resolve("out").toFile())
            .redirectError(directory.resolve("err").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SECKILL_"));
    builder.environment().put("SECKILL_CLUSTER_ENABLED", "false");
    builder.environment().put("SECKILL_MANAGEMENT_PORT", Integer.toString(port));
    builder.environment().put("SECKILL_CLUSTER_BUS_PORT", Integer.toString(TestPorts.free()));
    builder.environment().put("SECKILL_CLUSTER_FAILURE_PORT", Integer.toString(TestPorts.free()));
    builder.environment().put("SECKILL_LOG_LEVEL", "OFF");
    builder.environment().putAll(environment);
    process = builder.start();
  }

  private String text(String name) throws IOException {
    return Files.readString(directory.resolve(name));
  }

  private int exitCode() throws InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private int ready() {
    URI uri = URI.create("http://127.0.0.1:" + port + "/health/ready");
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build(),
              BodyHandlers.discarding())
          .statusCode();
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void awaitReady(int status) {
    await().atMost(Duration.ofSeconds(60)).until(() -> ready() == status);
  }

  @Test
  @DisplayName("a service needs no temporary directory, with a settings file or without")
  void needsNoTemporaryDirectory() throws Exception {
    Path file = Files.writeString(directory.resolve("settings.yaml"), "redis: {maxInFlight: 5}\n");
    String missing = "-Djava.io.tmpdir=" + directory.resolve("missing");
    launch(Map.of("JAVA_TOOL_OPTIONS", missing, "SECKILL_CONFIG", file.toString()));
    awaitReady(200);
    // The JVM says that it took the options, and may say that it found no such directory.
    assertThat(text("err").lines())
        .allMatch(line -> line.contains("JAVA_TOOL_OPTIONS") || line.contains("java.io.tmpdir"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SECKILL_REDIS_ULR | x | unknown environment variable SECKILL_REDIS_ULR",
        "SECKILL_MANAGEMENT_HOST | 192.0.2.1 | cannot start: ",
        "SECKILL_CONFIG | /does/not/exist.yaml | cannot read the settings file /does/not/exist.yaml",
        "LAUNCHER_PROGRAM | fail | cannot start: cannot reach the till",
        "LAUNCHER_PROGRAM | throw | cannot start: thrown"
      })
  @DisplayName("a start that fails is one line and exit code 1")
  void failsInOneLine(String variable, String value, String message) throws Exception {
    launch(Map.of(variable, value));
    assertThat(exitCode()).isEqualTo(1);
    assertThat(text("err").lines())
        .singleElement()
        .asString()
        .startsWith("seckill seckill: " + message);
    assertThat(text("out")).doesNotContain("started");
  }

  @Test
  @DisplayName("a port in use and a wrong argument are one line and exit code 1")
  void namesThePortInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      launch(Map.of("SECKILL_MANAGEMENT_PORT", Integer.toString(taken.getLocalPort())));
      assertThat(exitCode()).isEqualTo(1);
      assertThat(text("err").lines()).singleElement().asString().contains("in use");
    }
    launch(Map.of(), "--what");
    assertThat(exitCode()).isEqualTo(1);
    assertThat(text("err").lines())
        .containsExactly("seckill seckill: usage: java -jar seckill-verticle.jar [--config FILE]");
  }

  @Test
  @DisplayName("a file given by argument is read, and a start that takes too long has failed")
  void readsTheFile() throws Exception {
    Path file = directory.resolve("my settings.yaml");
    Files.writeString(file, "management: {startTimeoutMillis: 5000}\n");
    launch(Map.of("LAUNCHER_PROGRAM", "never"), "--config", file.toString());
    awaitReady(503);
    assertThat(exitCode()).isEqualTo(1);
    assertThat(text("err").lines())
        .containsExactly("seckill seckill: cannot start: not over within 5000 ms");
  }

  @Test
  @DisplayName(
      "on SIGTERM readiness goes first, the verticles stop in peace, a second signal changes nothing")
  void stopsInOrder() throws Exception {
    launch(Map.of("SECKILL_MANAGEMENT_DRAIN_DELAY_MILLIS", "3000"));
    awaitReady(200);
    process.destroy();
    awaitReady(503);
    assertThat(text("out")).doesNotContain("verticle stopped");
    process.destroy();
    assertThat(exitCode()).isEqualTo(SIGTERM);
    assertThat(text("out").lines()).containsExactly("verticle started", "verticle stopped");
    assertThat(text("err")).isEmpty();
  }

  @Test
  @DisplayName("on SIGTERM the cluster is left only when the verticles have stopped")
  void leavesTheClusterLast() throws Exception {
    String clusterPort = Integer.toString(TestPorts.free());
    launch(
        Map.of(
            "LAUNCHER_PROGRAM", "cluster",
            "SECKILL_CLUSTER_ENABLED", "true",
            "SECKILL_CLUSTER_PORT", clusterPort,
            "SECKILL_CLUSTER_MEMBERS", "127.0.0.1:" + clusterPort,
            "SECKILL_CLUSTER_JOIN_MILLIS", "500",
            "SECKILL_CLUSTER_CHECK_MILLIS", "100",
            "SECKILL_LOG_LEVEL", "WARN"));
    awaitReady(200);
    process.destroy();
    assertThat(exitCode()).isEqualTo(SIGTERM);
    assertThat(text("out").lines()).containsExactly("verticle started", "verticle stopped");
    assertThat(text("err")).doesNotContain("does not see this node");
    // The bus's own look at what was just unregistered may come after the cluster is left.
    assertThat(text("err").lines().filter(line -> line.contains("Exception")))
        .allMatch(line -> line.contains("IllegalLifecycleStateException"));
  }

  @Test
  @DisplayName(
      "a node whose coordinator never lets it in ends with exit code 75, to be started again")
  void givesUpASilentCoordinator() throws Exception {
    int coordinator = TestPorts.free();
    int own = TestPorts.free();
    String members = "127.0.0.1:" + coordinator + ",127.0.0.1:" + own;
    try (JChannel silent = silentCoordinator(coordinator, own)) {
      launch(
          Map.of(
              "LAUNCHER_PROGRAM", "cluster",
              "SECKILL_CLUSTER_ENABLED", "true",
              "SECKILL_CLUSTER_PORT", Integer.toString(own),
              "SECKILL_CLUSTER_MEMBERS", members,
              "SECKILL_CLUSTER_JOIN_MILLIS", "2000",
              "SECKILL_CLUSTER_LOST_MILLIS", "1000"));
      assertThat(exitCode()).isEqualTo(75);
      assertThat(silent.isConnected()).isTrue();
    }
    assertThat(text("err").lines())
        .endsWith("seckill seckill: the cluster has not let it in for 10000 ms; start it again");
    assertThat(text("out")).isEmpty();
  }

  @Test
  @DisplayName("a start that waits in vain for another member ends with exit code 75, too")
  void givesUpASilentMember() throws Exception {
    launch(Map.of("LAUNCHER_PROGRAM", "silence"));
    assertThat(exitCode()).isEqualTo(75);
    assertThat(text("err").lines())
        .containsExactly(
            "seckill seckill: the cluster does not answer: cannot register; start it again");
  }

  /** A member that speaks the protocol of the cluster, and knows nothing of what it shares. */
  private static JChannel silentCoordinator(int port, int other) throws Exception {
    System.setProperty("seckill.jgroups.host", "127.0.0.1");
    System.setProperty("seckill.jgroups.port", Integer.toString(port));
    System.setProperty("seckill.jgroups.failurePort", Integer.toString(TestPorts.free()));
    System.setProperty(
        "seckill.jgroups.members", "127.0.0.1[" + port + "],127.0.0.1[" + other + "]");
    System.setProperty("seckill.jgroups.joinMillis", "500");
    return new JChannel("seckill/runtime/jgroups-tcp.xml").connect("ISPN");
  }

  @Test
  @DisplayName("a stop that takes too long is cut short")
  void cutsALongStopShort() throws Exception {
    launch(Map.of("SECKILL_MANAGEMENT_STOP_TIMEOUT_MILLIS", "100"));
    awaitReady(200);
    process.destroy();
    assertThat(exitCode()).isEqualTo(SIGTERM);
    assertThat(text("out").lines()).containsExactly("verticle started");
  }
}
