package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.mysqlclient.MySQLBuilder;
import io.vertx.sqlclient.SqlClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seckill.standalone.client.Reconciliation;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.client.TokenMint;
import seckill.standalone.process.DevSecret;
import seckill.standalone.process.JarProcess;
import seckill.standalone.process.Ports;

/** The whole system as one process, started the way a newcomer does. */
class RunIT {
  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
  private static final String BOTTLE = "1001";

  @TempDir Path directory;
  private final int port = Ports.free();
  private final Vertx vertx = Vertx.vertx();
  private final TokenMint mint = new TokenMint(DevSecret.VALUE, Clock.systemUTC());
  private final SaleApi api =
      new SaleApi(vertx.createHttpClient(), URI.create("http://127.0.0.1:" + port), mint);
  private final String token = mint.buyer("u1", Duration.ofMinutes(10));

  @AfterEach
  void close() {
    SaleFixture.wait(vertx.close());
  }

  // On the test's class path rather than from the fat jar, which takes long to pack.
  private JarProcess run(String name, Path data) {
    return run(name, data, port);
  }

  private JarProcess run(String name, Path data, int port) {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            // It does not run for long enough to be worth more.
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            "seckill.standalone.SeckillCommand",
            "run",
            "--data",
            data.toString());
    Map<String, String> environment = Map.of("SECKILL_HTTP_PORT", Integer.toString(port));
    JarProcess process =
        new JarProcess("run", command, environment, directory.resolve(name + ".log"));
    process.start();
    return process;
  }

  private static void awaitReady(JarProcess process) {
    await()
        .atMost(LIMIT)
        .until(() -> process.output().contains("seckill ready: ") || !process.isAlive());
    assertThat(process.isAlive()).as(process.output()).isTrue();
  }

  private static void stop(JarProcess process) {
    process.askToStop();
    assertThat(process.awaitEnd(STOP_LIMIT)).as(process.output()).isZero();
  }

  private static Stream<ProcessHandle> serversIn(Path data) {
    return ProcessHandle.allProcesses()
        .filter(
            handle ->
                Stream.of(handle.info().arguments().orElse(new String[0]))
                    .anyMatch(argument -> argument.contains(data.toString())));
  }

  @Test
  @DisplayName("orders and sale survive a stop and a start; the stop leaves nothing running")
  void dataSurviveARestart() {
    Path data = directory.resolve("with space/data");
    String order;
    try (JarProcess first = run("first", data)) {
      awaitReady(first);
      assertThat(first.output()).contains("as user u1,", "pay ORDER --amount 149900 --target");
      Reply bought = SaleFixture.wait(api.buy(BOTTLE, token, null));
      assertThat(bought.code()).isEqualTo("ACCEPTED");
      order = bought.orderId();
      try (JarProcess second = run("second", data, Ports.free())) {
        assertThat(second.awaitEnd(LIMIT)).isEqualTo(1);
        assertThat(second.output().lines().filter(line -> line.startsWith("seckill")))
            .singleElement()
            .asString()
            .contains("in use by process " + first.pid());
      }
      stop(first);
      assertThat(serversIn(data)).isEmpty();
    }

    try (JarProcess again = run("again", data)) {
      awaitReady(again);
      // A start on what the last stop left alarms nobody, and what it suggests works.
      assertThat(again.output()).contains("as user u2,").doesNotContain("WARN  Store", "ERROR");
      assertThat(SaleFixture.wait(api.mine(BOTTLE, token)).orderId()).isEqualTo(order);
      Reply duplicate = SaleFixture.wait(api.buy(BOTTLE, token, null));
      assertThat(duplicate.code()).isEqualTo("DUPLICATE");
      assertThat(duplicate.orderId()).isEqualTo(order);
      Reply report = new Reconciliation(api).run(BOTTLE, LIMIT);
      assertThat(report.body().getString("verdict")).isEqualTo("BALANCED");
      assertThat(report.body().getJsonObject("numbers").getLong("remaining")).isEqualTo(999);
      stop(again);
    }
  }

  @Test
  @DisplayName(
      "a process killed with its stores still running is followed by a sound one; a store that dies"
          + " is told in one line, and the next start sells on")
  void killedProcessAndDeadStore() throws IOException {
    Path data = directory.resolve("data");
    String order;
    try (JarProcess first = run("first", data)) {
      awaitReady(first);
      Reply bought = SaleFixture.wait(api.buy(BOTTLE, token, null));
      assertThat(bought.code()).isEqualTo("ACCEPTED");
      order = bought.orderId();
      first.kill();
    }

    try (JarProcess second = run("second", data)) {
      awaitReady(second);
      assertThat(SaleFixture.wait(api.buy(BOTTLE, token, null)).code()).isEqualTo("DUPLICATE");
      long redis = Long.parseLong(Files.readString(data.resolve("redis/redis-server.pid")).trim());
      ProcessHandle.of(redis).orElseThrow().destroyForcibly();
      await()
          .atMost(LIMIT)
          .until(
              () ->
                  second
                      .output()
                      .contains("embedded redis server (process " + redis + ") has ended"));
      assertThat(SaleFixture.wait(api.buy(BOTTLE, token, null)).code()).isEqualTo("DEGRADED");
      stop(second);
      assertThat(second.output()).doesNotContain("mariadb server");
      assertThat(serversIn(data)).isEmpty();
    }

    try (JarProcess third = run("third", data)) {
      awaitReady(third);
      assertThat(SaleFixture.wait(api.buy(BOTTLE, token, null)).orderId()).isEqualTo(order);
      stop(third);
    }
  }

  @Test
  @DisplayName("after the demo's windows have ended, the next start has a new round for sale")
  void nextDay() throws IOException {
    Path data = directory.resolve("data");
    try (JarProcess first = run("first", data)) {
      awaitReady(first);
      endAllWindows(data);
      stop(first);
    }
    // What Redis knew has expired by then.
    try (Stream<Path> files = Files.walk(data.resolve("redis"))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }

    try (JarProcess again = run("again", data)) {
      awaitReady(again);
      assertThat(again.output()).contains("/api/items/11001/purchases");
      assertThat(SaleFixture.wait(api.buy("11001", token, null)).code()).isEqualTo("ACCEPTED");
      stop(again);
    }
  }

  private void endAllWindows(Path data) {
    String port =
        serversIn(data)
            .flatMap(handle -> Stream.of(handle.info().arguments().orElseThrow()))
            .filter(argument -> argument.startsWith("--port="))
            .map(argument -> argument.substring("--port=".length()))
            .findAny()
            .orElseThrow();
    SqlClient client =
        MySQLBuilder.client()
            .connectingTo("mysql://root@127.0.0.1:" + port + "/seckill")
            .using(vertx)
            .build();
    SaleFixture.wait(
        client
            .query(
                "UPDATE seckill_item SET start_at = '2026-01-01', end_at = '2026-01-02 00:00:00'")
            .execute());
    SaleFixture.wait(client.close());
  }

  @Test
  @DisplayName("a stop while the stores are still starting leaves nothing running")
  void stoppedWhileStarting() {
    Path data = directory.resolve("data");
    try (JarProcess process = run("first", data)) {
      await().atMost(LIMIT).until(() -> process.output().contains("starting Redis and MariaDB"));
      process.askToStop();
      process.awaitEnd(STOP_LIMIT);
      await().atMost(STOP_LIMIT).until(() -> serversIn(data).findAny().isEmpty());
    }
  }
}
