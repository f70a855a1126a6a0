package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seckill.testkit.TestPorts;

/** Processes of one cluster that ask each other while one of them is killed. */
class ClusterKillIT {
  private static final int SIZE = 4;
  private static final Duration LIMIT = Duration.ofSeconds(150);

  @TempDir private Path directory;
  private final List<Member> members = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();

  private final class Member {
    private final int number;
    private final int port;
    private final int busPort = TestPorts.free();
    private final int failurePort = TestPorts.free();
    private final int managementPort = TestPorts.free();
    private final Path log;
    private Process process;
    private String addresses;

    Member(int number, int port) {
      this.number = number;
      this.port = port;
      this.log = directory.resolve(number + ".log");
    }

    void start() throws IOException {
      ProcessBuilder builder =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx128m",
                  "-XX:TieredStopAtLevel=1",
                  "-Dseckill.test.kills=" + FirstRequestProgram.ROUNDS,
                  "-Dseckill.test.patienceMillis="
                      + System.getProperty("seckill.test.patienceMillis", "25000"),
                  "-cp",
                  System.getProperty("java.class.path"),
                  FirstRequestProgram.class.getName())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      builder.environment().keySet().removeIf(name -> name.startsWith("SECKILL_"));
      builder.environment().put(FirstRequestProgram.SIZE, Integer.toString(SIZE));
      builder.environment().put(FirstRequestProgram.NUMBER, Integer.toString(number));
      builder.environment().put("SECKILL_CLUSTER_PORT", Integer.toString(port));
      builder.environment().put("SECKILL_CLUSTER_BUS_PORT", Integer.toString(busPort));
      builder.environment().put("SECKILL_CLUSTER_FAILURE_PORT", Integer.toString(failurePort));
      builder.environment().put("SECKILL_CLUSTER_MEMBERS", addresses);
      builder.environment().put("SECKILL_MANAGEMENT_PORT", Integer.toString(managementPort));
      process = builder.start();
    }

    void say(String line) throws IOException {
      OutputStream input = process.getOutputStream();
      input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      input.flush();
    }

    String output() {
      try {
        return Files.readString(log);
      } catch (IOException e) {
        return e.toString();
      }
    }

    boolean isReady() {
      URI uri = URI.create("http://127.0.0.1:" + managementPort + "/health/ready");
      try {
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build();
        return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
      } catch (IOException e) {
        return false;
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @BeforeEach
  void start() throws IOException {
    for (int i = 0; i < SIZE; i++) {
      members.add(new Member(i, TestPorts.free()));
    }
    String addresses =
        members.stream().map(member -> "127.0.0.1:" + member.port).collect(Collectors.joining(","));
    for (Member member : members) {
      member.addresses = addresses;
      member.start();
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    for (Member member : members) {
      member.process.destroyForcibly().waitFor();
    }
  }

  private void awaitReady() {
    for (Member member : members) {
      await()
          .atMost(LIMIT)
          .untilAsserted(
              () -> {
                supervise(member);
                assertThat(member.isReady()).as(member.output()).isTrue();
              });
    }
  }

  private static void supervise(Member member) throws IOException {
    if (!member.process.isAlive()) {
      assertThat(member.process.exitValue()).as(member.output()).isEqualTo(ServiceLauncher.LOST);
      member.start();
    }
  }

  @Test
  @DisplayName(
      "while a member is killed the others, asked at addresses nobody asked before, answer, or"
          + " nobody is there: no question stays without an answer")
  void answersFirstRequests() throws Exception {
    long began = System.nanoTime();
    awaitReady();
    System.out.println("allReadyMillis " + (System.nanoTime() - began) / 1_000_000);
    for (int round = 0; round < FirstRequestProgram.ROUNDS; round++) {
      Member killed = members.get(round % SIZE);
      List<Member> survivors = members.stream().filter(member -> member != killed).toList();
      for (Member asking : survivors) {
        asking.say(
            round
                + survivors.stream()
                    .filter(asked -> asked != asking)
                    .map(asked -> " " + asked.number)
                    .collect(Collectors.joining()));
      }
      killed.process.destroyForcibly().waitFor();
      for (Member asking : survivors) {
        assertAllAnswered(asking, round);
      }
      killed.start();
      long restarted = System.nanoTime();
      awaitReady();
      System.out.println("backMillis " + (System.nanoTime() - restarted) / 1_000_000);
    }
  }

  private static void assertAllAnswered(Member asking, int round) {
    Pattern told =
        Pattern.compile(
            "round "
                + round
                + " answered (\\d+) nobody (\\d+) failed (\\d+) slowestMillis (\\d+).*");
    Matcher[] found = new Matcher[1];
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              found[0] = told.matcher(asking.output());
              return found[0].find();
            });
    System.out.println(asking.number + ": " + found[0].group());
    if (!Boolean.getBoolean("seckill.test.measure")) {
      assertThat(found[0].group(3)).as(asking.output()).isEqualTo("0");
    }
  }
}
