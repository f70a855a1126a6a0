package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PurchaseInputTest extends GateTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-5",
        "0",
        "2",
        "1.5",
        "1.0",
        "\"1\"",
        "null",
        "true",
        "[1]",
        "{}",
        "1e0",
        "99999999999999999999"
      })
  @DisplayName("any quantity but the number 1 is refused and the till hears nothing")
  void refusesQuantities(String quantity) {
    Reply reply = gate.buyWith("u1", ITEM, "{\"quantity\":" + quantity + "}");

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("BAD_REQUEST");
    assertThat(till.batches).isEmpty();
    assertThat(gate.buyWith("u1", ITEM, "{\"quantity\":1}").status()).isEqualTo(202);
    assertThat(till.holderCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01001",
        "%201001",
        "1001%20",
        "+1001",
        "%2B1001",
        "-1001",
        "1001.0",
        "1e3",
        "0",
        "%EF%BC%91%EF%BC%90%EF%BC%90%EF%BC%91",
        "1001%7D",
        "1001;a=b",
        "1001%00",
        "1001%2F",
        "9007199254740992",
        "99999999999999999999",
        "0x3e9",
        "abc"
      })
  @DisplayName("an item id in any but its canonical spelling is refused")
  void refusesItemIds(String spelling) {
    Reply reply = gate.buy("u1", spelling);

    assertThat(reply.status()).isIn(400, 404);
    assertThat(till.batches).isEmpty();
  }

  @Test
  @DisplayName("an item id whose percent-decoding is canonical is the same item")
  void decodesItemIds() {
    String first = gate.buy("u1", ITEM).orderId();

    Reply second = gate.buy("u1", "%31001");

    assertThat(second.code()).isEqualTo("DUPLICATE");
    assertThat(second.orderId()).isEqualTo(first);
    assertThat(till.batches).allMatch(batch -> batch.itemId() == 1001);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "null",
        "[]",
        "\"x\"",
        "1",
        "NaN",
        "{\"quantity\":NaN}",
        "{} {}",
        "{}x",
        "{'quantity':1}",
        "{\"quantity\":1,\"quantity\":1}",
        "{\"quantity\":1,}",
        "\uFEFF{}",
        " ",
        "{\"a\":{\"b\":1}}",
        "{\"x\":1}",
        "// {}",
        "{\"quantity\":1/*c*/}",
        "{\"quantity\":01}"
      })
  @DisplayName("a body that is not exactly one JSON object with known keys, once each, is refused")
  void refusesBrokenJson(String body) {
    Reply reply = gate.buyWith("u1", ITEM, body);

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("BAD_REQUEST");
    assertThat(reply.body()).doesNotContain("Exception", "\tat ");
    assertThat(till.batches).isEmpty();
  }

  @Test
  @DisplayName("bodies that are nested deeply or not UTF-8 are refused")
  void refusesOddEncodings() {
    String nested = "[".repeat(1_500) + "]".repeat(1_500);
    assertThat(gate.buyWith("u1", ITEM, nested).status()).isEqualTo(400);
    assertThat(gate.buyWith("u1", ITEM, "[".repeat(10_000)).status()).isEqualTo(413);
    assertThat(bytes("{}".getBytes(StandardCharsets.UTF_16)).status()).isEqualTo(400);
    assertThat(bytes("{}".getBytes(StandardCharsets.UTF_16LE)).status()).isEqualTo(400);
    assertThat(bytes(new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'}).status())
        .isEqualTo(400);
    assertThat(till.batches).isEmpty();
  }

  private Reply bytes(byte[] body) {
    return gate.send(
            gate.request("/api/items/1001/purchases", TestTokens.of("u1"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body)))
        .join();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain",
        "text/json",
        "application/json; charset=utf-16",
        "application/jsonx",
        ""
      })
  @DisplayName("a body of another type than JSON in UTF-8 is answered 415")
  void refusesOtherTypes(String type) throws IOException {
    String typeHeader = type.isEmpty() ? "" : "Content-Type: " + type + "\r\n";
    String answer =
        gate.raw(
            "POST /api/items/1001/purchases HTTP/1.1\r\nHost: gate\r\nAuthorization: Bearer "
                + TestTokens.of("u1")
                + "\r\n"
                + typeHeader
                + "Content-Length: 2\r\nConnection: close\r\n\r\n",
            "{}".getBytes(StandardCharsets.UTF_8));

    assertThat(answer).startsWith("HTTP/1.1 415 ").contains("UNSUPPORTED_MEDIA_TYPE");
    assertThat(till.batches).isEmpty();
  }

  @Test
  @DisplayName("an empty body means one unit, whatever its type says")
  void takesAnEmptyBody() {
    assertThat(gate.buyWith("u1", ITEM, "").status()).isEqualTo(202);
    assertThat(gate.buy("u2", ITEM, "Content-Type", "text/plain").status()).isEqualTo(202);
    assertThat(gate.buyWith("u3", ITEM, "{}").status()).isEqualTo(202);
  }
}
