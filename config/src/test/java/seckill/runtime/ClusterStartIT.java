package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seckill.testkit.TestPorts;

/** Four processes of one cluster that start at once, and some of which are killed. */
class ClusterStartIT {
  private static final int SIZE = 4;
  private static final Duration LIMIT = Duration.ofSeconds(150);
  private static final Pattern MERGE = Pattern.compile("ISPN000093.* subgroups: (.*)");
  private static final Pattern COORDINATOR = Pattern.compile("\\[([^\\[\\]|]+)\\|\\d+\\]");

  @TempDir private Path directory;
  private final List<Member> members = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();

  private final class Member {
    private final Map<String, String> environment = new HashMap<>();
    private final int managementPort = TestPorts.free();
    private final Path log;
    private Process process;

    Member(int number, int port, String addresses) {
      log = directory.resolve(number + ".log");
      environment.put(ClusterProgram.SIZE, Integer.toString(SIZE));
      environment.put(ClusterProgram.NUMBER, Integer.toString(number));
      environment.put("SECKILL_CLUSTER_PORT", Integer.toString(port));
      environment.put("SECKILL_CLUSTER_BUS_PORT", Integer.toString(TestPorts.free()));
      environment.put("SECKILL_CLUSTER_FAILURE_PORT", Integer.toString(TestPorts.free()));
      environment.put("SECKILL_CLUSTER_MEMBERS", addresses);
      environment.put("SECKILL_CLUSTER_LOST_MILLIS", "15000");
      environment.put("SECKILL_MANAGEMENT_PORT", Integer.toString(managementPort));
      // Tells of every change of the cluster, and so of a merge.
      environment.put("SECKILL_CLUSTER_LOG_LEVEL", "INFO");
    }

    void start() throws IOException {
      ProcessBuilder builder =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx128m",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  ClusterProgram.class.getName())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      builder.environment().keySet().removeIf(name -> name.startsWith("SECKILL_"));
      builder.environment().putAll(environment);
      process = builder.start();
    }

    void kill() throws InterruptedException {
      process.destroyForcibly().waitFor();
    }

    void signal(String name) throws IOException, InterruptedException {
      assertThat(
              new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                  .start()
                  .waitFor())
          .isZero();
    }

    String readiness() {
      URI uri = URI.create("http://127.0.0.1:" + managementPort + "/health/ready");
      try {
        HttpResponse<String> answer =
            http.send(
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build(),
                BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
      } catch (IOException e) {
        return e.toString();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    String output() {
      try {
        return Files.readString(log);
      } catch (IOException e) {
        return e.toString();
      }
    }
  }

  @BeforeEach
  void startAllAtOnce() throws IOException {
    List<Integer> ports = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      ports.add(TestPorts.free());
    }
    String addresses =
        ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    for (int i = 0; i < SIZE; i++) {
      members.add(new Member(i, ports.get(i), addresses));
    }
    for (Member member : members) {
      member.start();
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    for (Member member : members) {
      member.kill();
    }
  }

  private void awaitAllReady() {
    for (Member member : members) {
      await()
          .atMost(LIMIT)
          .untilAsserted(
              () -> {
                supervise(member);
                assertSteadilyReady(member);
              });
    }
  }

  /** More than once: a message may go to the place of a dead member every other time. */
  private static void assertSteadilyReady(Member member) {
    for (int i = 0; i < SIZE; i++) {
      assertThat(member.readiness()).as(member.output()).startsWith("200 ");
    }
  }

  /**
   * Starts a process again that ended because the cluster had lost it, or did not let it in, as a
   * supervisor does.
   */
  private void supervise(Member member) throws IOException {
    if (!member.process.isAlive()) {
      assertThat(member.process.exitValue()).isEqualTo(ServiceLauncher.LOST);
      assertThat(member.output()).contains("; start it again\n");
      member.start();
    }
  }

  /**
   * There never were two clusters that became one. That the one cluster gave up a slow member and
   * took it in again is no second cluster: both parts are of one coordinator then.
   */
  private void assertNeverTwoClusters() {
    for (Member member : members) {
      Matcher merge = MERGE.matcher(member.output());
      while (merge.find()) {
        assertThat(COORDINATOR.matcher(merge.group(1)).results().map(part -> part.group(1)))
            .as(merge.group())
            .containsOnly(COORDINATOR.matcher(merge.group(1)).results().findFirst().get().group(1));
      }
    }
  }

  /** The member whose view of the cluster was the first. */
  private Member coordinator() {
    return members.stream()
        .filter(member -> member.output().matches("(?s).*Received new cluster view[^\n]*\\|0\\].*"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @DisplayName(
      "members that start at the same moment make one cluster; half of them killed at once, then"
          + " the oldest and others: all are back, and each reaches each")
  void makesOneClusterAndSurvivesKills() throws Exception {
    awaitAllReady();
    assertNeverTwoClusters();
    Member oldest = coordinator();
    List<Member> others = members.stream().filter(member -> member != oldest).toList();
    killAndStart(others.subList(0, SIZE / 2));
    killAndStart(List.of(oldest));
    // The oldest is now one that has lived all along, and then one of the first half.
    killAndStart(others.subList(SIZE / 2, others.size()));
    killAndStart(others.subList(0, 1));
    killAndStart(others.subList(1, 2));
    assertNeverTwoClusters();
  }

  private void killAndStart(List<Member> killed) throws Exception {
    for (Member member : killed) {
      member.kill();
    }
    for (Member member : killed) {
      member.start();
    }
    awaitAllReady();
  }

  @Test
  @DisplayName(
      "a member that the others gave up while it stood still is back, if need be by a new start")
  void findsTheLostAgain() throws Exception {
    awaitAllReady();
    Member still = coordinator();
    Member witness = members.get(members.indexOf(still) == 0 ? 1 : 0);
    int before = witness.output().length();
    still.signal("STOP");
    try {
      await()
          .atMost(LIMIT)
          .until(() -> witness.output().substring(before).contains("(" + (SIZE - 1) + ") ["));
    } finally {
      still.signal("CONT");
    }
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              supervise(still);
              members.forEach(ClusterStartIT::assertSteadilyReady);
            });
  }
}
