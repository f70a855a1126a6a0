package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import seckill.runtime.StoreChoice.Store;
import seckill.testkit.TestCertificates;
import seckill.testkit.TestPorts;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith(VertxExtension.class)
class RedisTlsIT {
  private static TestCertificates trusted;
  private static TestCertificates foreign;
  private static TestRedis open;
  private static TestRedis closed;
  private static TestRedis expired;
  private static int openPort;
  private static int closedPort;
  private static int expiredPort;

  @BeforeAll
  static void start(@TempDir Path directory) {
    trusted = new TestCertificates(directory.resolve("trusted"));
    trusted.sign("server", "ip:127.0.0.1").sign("client", "dns:client");
    trusted.signExpired("expired", "ip:127.0.0.1");
    foreign = new TestCertificates(directory.resolve("foreign"));
    foreign.sign("client", "dns:client");
    openPort = TestPorts.free();
    open = server(openPort, "server", "no");
    closedPort = TestPorts.free();
    closed = server(closedPort, "server", "yes");
    expiredPort = TestPorts.free();
    expired = server(expiredPort, "expired", "no");
  }

  private static TestRedis server(int port, String certificate, String asksForOne) {
    return TestRedis.dedicated(
        "--save", "",
        "--tls-port", Integer.toString(port),
        "--tls-ca-cert-file", trusted.ca().toString(),
        "--tls-cert-file", trusted.certificate(certificate).toString(),
        "--tls-key-file", trusted.key(certificate).toString(),
        "--tls-auth-clients", asksForOne);
  }

  @AfterAll
  static void stop() {
    for (TestRedis redis : new TestRedis[] {open, closed, expired}) {
      if (redis != null) {
        redis.close();
      }
    }
  }

  private static JsonObject tls(Object... namesAndValues) {
    JsonObject tls = new JsonObject();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      tls.put((String) namesAndValues[i], value instanceof Path ? value.toString() : value);
    }
    return tls;
  }

  private static JsonObject shown(TestCertificates certificates) {
    return tls(
        "caFile", trusted.ca(),
        "certificateFile", certificates.certificate("client"),
        "keyFile", certificates.key("client"));
  }

  private static void answers(Vertx vertx, String url, JsonObject tls, Object... more) {
    List<Object> all = new ArrayList<>(List.of("tls", tls));
    all.addAll(Arrays.asList(more));
    RedisLink link = new RedisLink(vertx, TestSettings.redis(url, all.toArray()), "test");
    TestVertx.await(link.connect());
    assertThat(TestVertx.await(link.send(Request.cmd(Command.PING))).toString()).isEqualTo("PONG");
    TestVertx.await(link.close());
  }

  private static void refused(String words, Vertx vertx, String url, JsonObject tls) {
    assertThatThrownBy(() -> answers(vertx, url, tls))
        .hasMessageStartingWith("cannot reach Redis: ")
        .hasMessageContaining(words);
  }

  @Test
  @DisplayName(
      "rediss:// demands a certificate of a known CA for the host, unless the host is free")
  void verifies(Vertx vertx) {
    String url = "rediss://127.0.0.1:" + openPort;
    answers(vertx, url, tls("caFile", trusted.ca()));
    refused("signed by no known CA", vertx, url, tls());
    refused("signed by no known CA", vertx, url, tls("caFile", foreign.ca()));
    refused("signed by no known CA", vertx, url, tls("caFile", foreign.ca(), "verifyHost", false));
    String other = "rediss://localhost:" + openPort;
    refused("localhost", vertx, other, tls("caFile", trusted.ca()));
    answers(vertx, other, tls("caFile", trusted.ca(), "verifyHost", false));
    String old = "rediss://127.0.0.1:" + expiredPort;
    refused("has expired", vertx, old, tls("caFile", trusted.ca(), "verifyHost", false));
  }

  @Test
  @DisplayName("a server that asks for a certificate gets the one of the settings")
  void showsCertificate(Vertx vertx) {
    String url = "rediss://127.0.0.1:" + closedPort;
    answers(vertx, url, shown(trusted));
    refused("TLS: ", vertx, url, shown(foreign));
    refused("TLS: ", vertx, url, tls("caFile", trusted.ca()));
  }

  @Test
  @DisplayName("the backup is reached by the same settings")
  void reachesBackup(Vertx vertx) {
    RedisStores stores =
        RedisStores.only(
            vertx,
            TestSettings.redis(
                open.url(), "tls", shown(trusted), "backupUrl", "rediss://127.0.0.1:" + closedPort),
            Store.BACKUP);
    TestVertx.await(stores.probe(Store.BACKUP));
    TestVertx.await(stores.probe(Store.MAIN));
  }

  @Test
  @DisplayName("sentinels are asked over TLS if the main Redis is, and by the same settings")
  void asksSentinels(Vertx vertx) {
    int port = TestPorts.free();
    try (TestRedis sentinel =
        TestRedis.sentinel(
            "sale",
            closedPort,
            1,
            "tls-port " + port,
            "tls-replication yes",
            "tls-ca-cert-file " + trusted.ca(),
            "tls-cert-file " + trusted.certificate("server"),
            "tls-key-file " + trusted.key("server"),
            "tls-auth-clients yes")) {
      Object[] sentinels = {"sentinels", List.of("127.0.0.1:" + port), "masterName", "sale"};
      answers(vertx, "rediss://unused.invalid:1", shown(trusted), sentinels);
      sentinels[1] = List.of("redis://127.0.0.1:" + sentinel.port());
      answers(vertx, "rediss://unused.invalid:1", shown(trusted), sentinels);
    }
  }
}
