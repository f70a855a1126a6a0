package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import seckill.testkit.TestCertificates;
import seckill.testkit.TestMySql;
import seckill.testkit.TestVertx;

@ExtendWith(VertxExtension.class)
class MySqlTlsIT {
  private static TestCertificates trusted;
  private static TestCertificates foreign;
  private static TestMySql server;

  @BeforeAll
  static void start(@TempDir Path directory) {
    trusted = new TestCertificates(directory.resolve("trusted"));
    trusted.sign("server", "ip:127.0.0.1").sign("client", "dns:client");
    foreign = new TestCertificates(directory.resolve("foreign"));
    foreign.sign("client", "dns:client");
    server = TestMySql.dedicated(directory.resolve("mysql"), 0, withTls(trusted, "server"));
    server.query("CREATE USER plain@'%'");
    server.query("GRANT ALL ON *.* TO plain@'%'");
    server.query("CREATE USER shown@'%' REQUIRE X509");
    server.query("GRANT ALL ON *.* TO shown@'%'");
  }

  private static String[] withTls(TestCertificates certificates, String name) {
    return new String[] {
      "--ssl",
      "--ssl-ca=" + certificates.ca(),
      "--ssl-cert=" + certificates.certificate(name),
      "--ssl-key=" + certificates.key(name)
    };
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void allowPlainText() {
    server.query("SET GLOBAL require_secure_transport = OFF");
  }

  private static String url(TestMySql mysql, String user, String host) {
    return "mysql://" + user + "@" + host + ":" + mysql.port() + "/mysql";
  }

  /** The cipher that the server sees; empty for none. */
  private static String cipher(Vertx vertx, String url, Object... tls) {
    JsonObject section = new JsonObject();
    for (int i = 0; i < tls.length; i += 2) {
      section.put((String) tls[i], String.valueOf(tls[i + 1]));
    }
    MySqlLink link = new MySqlLink(vertx, TestSettings.mysql(url, "tls", section));
    Future<String> cipher =
        link.awaitReady()
            .compose(
                ready ->
                    link.withConnection(
                        connection -> connection.query("SHOW STATUS LIKE 'Ssl_cipher'").execute()))
            .map(rows -> rows.iterator().next().getString(1))
            .eventually(link::close);
    return TestVertx.await(cipher);
  }

  private static void refused(String words, Vertx vertx, String url, Object... tls) {
    assertThatThrownBy(() -> cipher(vertx, url, tls))
        .hasMessageStartingWith("cannot reach MySQL: ")
        .hasMessageContaining(words);
  }

  @Test
  @DisplayName("every mode but DISABLED encrypts, and each verifies what its name says")
  void encrypts(Vertx vertx) {
    server.query("SET GLOBAL require_secure_transport = ON");
    String url = url(server, "plain", "127.0.0.1");
    assertThat(cipher(vertx, url, "mode", "PREFERRED")).isNotEmpty();
    assertThat(cipher(vertx, url, "mode", "REQUIRED")).isNotEmpty();
    assertThat(cipher(vertx, url, "mode", "VERIFY_CA", "caFile", trusted.ca())).isNotEmpty();
    assertThat(cipher(vertx, url, "mode", "VERIFY_IDENTITY", "caFile", trusted.ca())).isNotEmpty();

    refused("secure", vertx, url, "mode", "DISABLED");
    refused("signed by no known CA", vertx, url, "mode", "VERIFY_CA", "caFile", foreign.ca());
    refused("signed by no known CA", vertx, url, "mode", "VERIFY_IDENTITY");
    String other = url(server, "plain", "localhost");
    assertThat(cipher(vertx, other, "mode", "VERIFY_CA", "caFile", trusted.ca())).isNotEmpty();
    refused("localhost", vertx, other, "mode", "VERIFY_IDENTITY", "caFile", trusted.ca());
  }

  @Test
  @DisplayName("a user who must show a certificate is let in with one of the server's CA only")
  void showsCertificate(Vertx vertx) {
    String url = url(server, "shown", "127.0.0.1");
    assertThat(
            cipher(
                vertx,
                url,
                "mode",
                "REQUIRED",
                "certificateFile",
                trusted.certificate("client"),
                "keyFile",
                trusted.key("client")))
        .isNotEmpty();
    refused("Access denied", vertx, url, "mode", "REQUIRED");
    assertThatThrownBy(
            () ->
                cipher(
                    vertx,
                    url,
                    "mode",
                    "REQUIRED",
                    "certificateFile",
                    foreign.certificate("client"),
                    "keyFile",
                    foreign.key("client")))
        .hasMessageStartingWith("cannot reach MySQL: ");
  }

  @Test
  @DisplayName("an expired certificate is named, by the modes that look at it")
  void refusesExpired(Vertx vertx, @TempDir Path directory) {
    trusted.signExpired("expired", "ip:127.0.0.1");
    try (TestMySql expired = TestMySql.dedicated(directory, 0, withTls(trusted, "expired"))) {
      String url = url(expired, "root", "127.0.0.1");
      refused("has expired", vertx, url, "mode", "VERIFY_CA", "caFile", trusted.ca());
      assertThat(cipher(vertx, url, "mode", "REQUIRED")).isNotEmpty();
    }
  }

  @Test
  @DisplayName("to a server without TLS PREFERRED speaks in plain text, and REQUIRED not at all")
  void serverWithoutTls(Vertx vertx, @TempDir Path directory) {
    try (TestMySql plain = TestMySql.dedicated(directory, 0)) {
      String url = url(plain, "root", "127.0.0.1");
      assertThat(cipher(vertx, url, "mode", "PREFERRED")).isEmpty();
      refused(
          "mysql.tls.mode (SECKILL_MYSQL_TLS_MODE) is REQUIRED, and the server offers no TLS",
          vertx,
          url,
          "mode",
          "REQUIRED");
      refused("offers no TLS", vertx, url, "mode", "VERIFY_CA", "caFile", trusted.ca());
    }
  }
}
