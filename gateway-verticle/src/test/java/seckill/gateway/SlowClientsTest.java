package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SlowClientsTest extends GateTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String HEAD =
      "POST /api/items/1001/purchases HTTP/1.1\r\nHost: gate\r\nContent-Type: application/json\r\n";

  @Override
  Map<String, String> environment() {
    return Map.of(
        "SECKILL_HTTP_HEADER_TIMEOUT_MILLIS", "600",
        "SECKILL_HTTP_BODY_TIMEOUT_MILLIS", "600",
        "SECKILL_HTTP_IDLE_TIMEOUT_SECONDS", "1",
        "SECKILL_HTTP_LINGER_MILLIS", "100",
        "SECKILL_HTTP_LOOK_MILLIS", "20");
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket("127.0.0.1", gate.port());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  /** Sends one byte after the other until the other end has had enough of it. */
  private static void dripUntilCutOff(Socket socket, String drop) {
    AtomicBoolean cut = new AtomicBoolean();
    await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              try {
                send(socket, drop);
              } catch (IOException e) {
                cut.set(true);
              }
              return cut.get();
            });
  }

  @Test
  @DisplayName("a connection that sends no request is closed")
  void closesSilentConnections() throws IOException {
    try (Socket socket = connect()) {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  @DisplayName("a head that comes byte by byte is cut off, on a new connection and on a used one")
  void cutsOffSlowHeads() throws IOException {
    try (Socket fresh = connect()) {
      send(fresh, "GET /api/time HTTP/1.1\r\nX: ");
      dripUntilCutOff(fresh, "x");
    }
    try (Socket used = connect()) {
      send(used, "GET /api/time HTTP/1.1\r\nHost: gate\r\n\r\n");
      assertThat(new String(used.getInputStream().readNBytes(12), StandardCharsets.UTF_8))
          .isEqualTo("HTTP/1.1 200");
      send(used, "GET /api/time HTTP/1.1\r\nX: ");
      dripUntilCutOff(used, "x");
    }
    assertThat(gate.buy("u1", ITEM).status()).isEqualTo(202);
  }

  @Test
  @DisplayName("a body that does not come is told as 408, and nothing is bought")
  void refusesSlowBodies() throws IOException {
    String head =
        HEAD + "Authorization: Bearer " + TestTokens.of("u1") + "\r\nContent-Length: 20\r\n\r\n{";

    String answer = gate.raw(head, new byte[0]);

    assertThat(answer).startsWith("HTTP/1.1 408 ").contains("BAD_REQUEST", "onnection: close");
    assertThat(till.orderOf("u1")).isNull();
  }

  @Test
  @DisplayName("a body that comes byte by byte is cut off, chunked or not, answered already or not")
  void cutsOffSlowBodies() throws IOException {
    String token = "Authorization: Bearer " + TestTokens.of("u1") + "\r\n";
    for (String head :
        new String[] {
          HEAD + token + "Content-Length: 4000\r\n\r\n",
          HEAD + token + "Transfer-Encoding: chunked\r\n\r\nfff\r\n",
          HEAD + "Content-Length: 4000\r\n\r\n",
          "GET /api/time HTTP/1.1\r\nHost: gate\r\nContent-Length: 4000\r\n\r\n"
        }) {
      try (Socket socket = connect()) {
        send(socket, head);
        dripUntilCutOff(socket, " ");
      }
    }
    assertThat(till.batches).isEmpty();
  }

  @Test
  @DisplayName("a client that sends requests and reads no answers is cut off, and the rest goes on")
  void cutsOffWhoDoesNotRead() throws IOException {
    byte[] requests =
        "GET /openapi.yaml HTTP/1.1\r\nHost: gate\r\n\r\n"
            .repeat(50)
            .getBytes(StandardCharsets.UTF_8);
    try (Socket socket = connect()) {
      OutputStream out = socket.getOutputStream();
      AtomicBoolean cut = new AtomicBoolean();
      for (int i = 0; i < 100_000 && !cut.get(); i++) {
        try {
          out.write(requests);
        } catch (IOException e) {
          cut.set(true);
        }
      }
      assertThat(cut).isTrue();
    }
    assertThat(gate.buy("u1", ITEM).status()).isEqualTo(202);
  }

  @Test
  @DisplayName("a client that sends a few requests at once and reads the answers gets them all")
  void servesPipelines() throws IOException {
    String one = "GET /api/time HTTP/1.1\r\nHost: gate\r\n\r\n";
    String last = "GET /api/time HTTP/1.1\r\nHost: gate\r\nConnection: close\r\n\r\n";

    String answers = gate.raw(one.repeat(30) + last, new byte[0]);

    assertThat(answers.split("HTTP/1.1 200 ", -1)).hasSize(32);
  }
}
