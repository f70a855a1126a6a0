package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsTest extends GateTest {
  private static final int CHUNKS = 20_000;

  @Override
  Map<String, String> environment() {
    return Map.of("SECKILL_HTTP_LINGER_MILLIS", "200");
  }

  private static String head(String token, String headers) {
    return "POST /api/items/1001/purchases HTTP/1.1\r\nHost: gate\r\n"
        + "Content-Type: application/json\r\nAuthorization: Bearer "
        + token
        + "\r\n"
        + headers
        + "\r\n";
  }

  private static String head(String headers) {
    return head(TestTokens.of("u1"), headers);
  }

  @Test
  @DisplayName("a body of the limit is read, one byte more is 413")
  void limitsTheBody() {
    String padding = " ".repeat(4094);

    assertThat(gate.buyWith("u1", ITEM, "{" + padding + "}").status()).isEqualTo(202);
    Reply reply = gate.buyWith("u2", ITEM, "{ " + padding + "}");
    assertThat(reply.status()).isEqualTo(413);
    assertThat(reply.code()).isEqualTo("TOO_LARGE");
    assertThat(till.orderOf("u2")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"4097", "10000000000", "99999999999999999999"})
  @DisplayName("a body announced over the limit is refused before any of it is read")
  void refusesAnAnnouncedBody(String length) throws IOException {
    String answer = gate.raw(head("Content-Length: " + length + "\r\n"), new byte[0]);

    // A length beyond 64 bits is no HTTP at all.
    assertThat(answer).containsPattern("^HTTP/1\\.1 (413|400) ");
    assertThat(till.batches).isEmpty();
  }

  @Test
  @DisplayName("an endless chunked body is refused, and the connection is closed")
  void refusesAChunkedBody() throws IOException {
    try (Socket socket = new Socket("127.0.0.1", gate.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(head("Transfer-Encoding: chunked\r\n").getBytes(StandardCharsets.UTF_8));
      String chunk = "400\r\n" + " ".repeat(1024) + "\r\n";
      for (int i = 0; i < 8; i++) {
        out.write(chunk.getBytes(StandardCharsets.UTF_8));
      }
      out.flush();

      String answer = TestGate.readAll(socket.getInputStream());

      assertThat(answer).startsWith("HTTP/1.1 413 ").contains("TOO_LARGE");
    }
    assertThat(gate.buy("u2", ITEM).status()).isEqualTo(202);
  }

  @Test
  @DisplayName("a client that never stops sending is cut off")
  void cutsOffAFlood() throws IOException {
    boolean cut = false;
    try (Socket socket = new Socket("127.0.0.1", gate.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(head("Transfer-Encoding: chunked\r\n").getBytes(StandardCharsets.UTF_8));
      byte[] chunk = ("10000\r\n" + " ".repeat(65_536) + "\r\n").getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < CHUNKS && !cut; i++) {
        out.write(chunk);
      }
    } catch (SocketException e) {
      cut = true;
    }
    assertThat(cut).isTrue();
    assertThat(gate.buy("u2", ITEM).status()).isEqualTo(202);
  }

  @Test
  @DisplayName("headers over the limit are 431, a request line over it is 414")
  void limitsTheHead() throws IOException {
    assertThat(gate.raw(head("X-Large: " + "x".repeat(100_000) + "\r\n"), new byte[0]))
        .startsWith("HTTP/1.1 431 ")
        .contains("TOO_LARGE");
    assertThat(gate.rawTarget("GET", "/api/items?x=" + "x".repeat(10_000)))
        .containsPattern("^HTTP/1\\.[01] 414 ")
        .contains("TOO_LARGE");
    assertThat(gate.raw("nonsense\r\n\r\n", new byte[0])).containsPattern("^HTTP/1\\.[01] 400 ");
    assertThat(gate.buy("u1", ITEM).status()).isEqualTo(202);
  }

  @Test
  @DisplayName("a client that waits for leave to send its body gets it")
  void saysContinue() throws IOException {
    String answer =
        gate.raw(
            head("Content-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n"),
            "{}".getBytes(StandardCharsets.UTF_8));

    assertThat(answer).startsWith("HTTP/1.1 100 ").contains("HTTP/1.1 202 ");
  }

  @Test
  @DisplayName("without a token no body is read")
  void readsNoBodyOfStrangers() throws IOException {
    try (Socket socket = new Socket("127.0.0.1", gate.port())) {
      String head = head("no.such.token", "Content-Length: 4000\r\n");
      socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();

      String answer = new String(socket.getInputStream().readNBytes(13), StandardCharsets.UTF_8);

      assertThat(answer).isEqualTo("HTTP/1.1 401 ");
    }
  }
}
