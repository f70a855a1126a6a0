package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Addresses;
import seckill.testkit.MovingClock;

class BlacklistTest extends GateTest {
  private static final String ADMIN = TestTokens.admin("op1");
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir static Path directory;
  private final MovingClock clock = new MovingClock(Instant.now());
  private BlacklistStandIn list;

  @Override
  Clock clock() {
    return clock;
  }

  @Override
  Map<String, String> environment() {
    return Map.of(
        "SECKILL_ADDRESS_TRUSTED_PROXIES", "127.0.0.0/8", "SECKILL_BLACKLIST_REFRESH_MILLIS", "50");
  }

  @Override
  @BeforeEach
  void start(Vertx injected) {
    super.start(injected);
    till.leave(Addresses.BLACKLIST_LIST);
    list = new BlacklistStandIn(injected);
  }

  private static JsonObject entry(String kind, String value) {
    return new JsonObject().put("kind", kind).put("value", value);
  }

  private Reply block(String kind, String value) {
    return gate.send(
            gate.request("/admin/blacklist", ADMIN)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(entry(kind, value).encode())))
        .join();
  }

  private Reply unblock(String kind, String value) {
    String query = "?kind=" + kind + "&value=" + value.replace("/", "%2F").replace(":", "%3A");
    return gate.send(gate.request("/admin/blacklist" + query, ADMIN).DELETE()).join();
  }

  private Reply from(String address, String path) {
    return gate.send(gate.request(path, null).header("X-Forwarded-For", address)).join();
  }

  private int statusFrom(String address) {
    return from(address, "/api/time").status();
  }

  @ParameterizedTest
  @CsvSource({
    "ADDRESS, 203.0.113.5, ::ffff:203.0.113.5",
    "ADDRESS, 203.0.113.5, 203.0.113.5:4711",
    "ADDRESS, ::ffff:203.0.113.5, 203.0.113.5",
    "ADDRESS, 2001:DB8:0:0:0:0:0:1, 2001:db8::1",
    "ADDRESS, 2001:db8::1, [2001:0DB8::0001]:4711",
    "NETWORK, 198.51.100.0/24, 198.51.100.77",
    "NETWORK, 198.51.100.0/24, ::ffff:198.51.100.77",
    "NETWORK, 2001:db8::/32, 2001:db8:ffff::1"
  })
  @DisplayName(
      "a blocked address is refused in every spelling, and let in again when it is taken off")
  void blocksEverySpelling(String kind, String value, String arrivesAs) {
    assertThat(statusFrom(arrivesAs)).isEqualTo(200);

    assertThat(block(kind, value).status()).isEqualTo(200);
    await().atMost(SOON).until(() -> statusFrom(arrivesAs) == 403);
    assertThat(statusFrom("192.0.2.1")).isEqualTo(200);

    assertThat(unblock(kind, value).status()).isEqualTo(200);
    await().atMost(SOON).until(() -> statusFrom(arrivesAs) == 200);
  }

  @Test
  @DisplayName("a blocked address is refused everywhere, in words of its own and in its language")
  void blocksEveryPath() {
    block("ADDRESS", "203.0.113.5");
    await().atMost(SOON).until(() -> statusFrom("203.0.113.5") == 403);

    for (String path :
        List.of("/api/items", "/nowhere", "/admin/items", "//api/time", "/openapi.yaml")) {
      Reply reply = from("203.0.113.5", path);
      assertThat(reply.status()).as(path).isEqualTo(403);
      assertThat(reply.code()).isEqualTo("FORBIDDEN");
      assertThat(reply.json().getString("detail")).contains("address is blocked");
      assertThat(reply.header("Cache-Control")).isEqualTo("private, no-store");
    }
    Reply chinese =
        gate.send(
                gate.request("/api/time", null)
                    .header("X-Forwarded-For", "203.0.113.5")
                    .header("Accept-Language", "zh-CN"))
            .join();
    assertThat(chinese.json().getString("detail")).contains("网络地址");
    assertThat(gate.buy("u1", ITEM, "X-Forwarded-For", "203.0.113.5").status()).isEqualTo(403);
    assertThat(till.batches).isEmpty();
  }

  @Test
  @DisplayName(
      "a blocked user is refused with a token that is remembered, from the next request on")
  void outrunsRememberedTokens() throws Exception {
    KeyPair keys = TokenKeysTest.pair(2048);
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("SECKILL_TOKEN_ALGORITHM", "RS256");
    environment.put("SECKILL_TOKEN_PUBLIC_KEY_FILE", TokenKeysTest.pem(directory, keys).toString());
    TestGate remembering = new TestGate(vertx, clock, environment);
    String token = TokenKeysTest.token(keys, null);
    String path = "/api/items/1001/purchases";
    assertThat(remembering.post(path, token, "").status()).isEqualTo(202);
    assertThat(remembering.post(path, token, "").status()).isEqualTo(409);

    list.add(entry("USER", "u1"));

    await().atMost(SOON).until(() -> remembering.post(path, token, "").status() == 403);
    Reply refused = remembering.post(path, token, "");
    assertThat(refused.code()).isEqualTo("FORBIDDEN");
    assertThat(refused.json().getString("detail")).contains("account is blocked");
    assertThat(remembering.get(path + "/mine", token).status()).isEqualTo(403);
    assertThat(remembering.get("/api/items", token).status()).isEqualTo(200);
    remembering.stop();
  }

  @Test
  @DisplayName("every gateway hears of a change")
  void reachesEveryGateway() {
    TestGate other = new TestGate(vertx, clock, environment());

    block("USER", "u1");

    await().atMost(SOON).until(() -> other.buy("u1", ITEM).status() == 403);
    await().atMost(SOON).until(() -> gate.buy("u1", ITEM).status() == 403);
    assertThat(other.buy("u2", ITEM).status()).isEqualTo(202);
    other.stop();
  }

  @Test
  @DisplayName("a change whose news got lost is found all the same")
  void survivesLostNews() {
    list.loseNews();

    block("ADDRESS", "203.0.113.5");

    await().atMost(SOON).until(() -> statusFrom("203.0.113.5") == 403);
    unblock("ADDRESS", "203.0.113.5");
    await().atMost(SOON).until(() -> statusFrom("203.0.113.5") == 200);
  }

  @Test
  @DisplayName("while the till is away the last list counts")
  void keepsTheListWithoutTill() {
    block("ADDRESS", "203.0.113.5");
    await().atMost(SOON).until(() -> statusFrom("203.0.113.5") == 403);

    list.leave();
    till.leave();

    await()
        .during(Duration.ofMillis(300))
        .atMost(SOON)
        .until(() -> statusFrom("203.0.113.5") == 403);
  }

  @Test
  @DisplayName("a temporary entry ends by itself, to the millisecond")
  void endsInTime() {
    list.add(
        entry("NETWORK", "198.51.100.0/24")
            .put("until", clock.instant().plusSeconds(60).toString()));
    await().atMost(SOON).until(() -> statusFrom("198.51.100.1") == 403);

    clock.advance(Duration.ofMillis(59_999));
    assertThat(statusFrom("198.51.100.1")).isEqualTo(403);
    clock.advance(Duration.ofMillis(1));
    assertThat(statusFrom("198.51.100.1")).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\":\"ADDRESS\",\"value\":\"203.0.113.5:80\"}",
        "{\"kind\":\"ADDRESS\",\"value\":\"203.0.113.5 \"}",
        "{\"kind\":\"ADDRESS\",\"value\":\"203.0.113.05\"}",
        "{\"kind\":\"NETWORK\",\"value\":\"0.0.0.0/0\"}",
        "{\"kind\":\"NETWORK\",\"value\":\"::/0\"}",
        "{\"kind\":\"NETWORK\",\"value\":\"198.51.100.77/24\"}",
        "{\"kind\":\"USER\",\"value\":\"\"}",
        "{\"kind\":\"USER\"}",
        "{\"value\":\"u1\"}",
        "{\"kind\":\"USER\",\"value\":\"u1\",\"actor\":\"somebody else\"}",
        "{\"kind\":\"USER\",\"value\":\"u1\",\"x\":1}",
        ""
      })
  @DisplayName("a malformed entry is refused at the gate, and the till hears nothing of it")
  void refusesMalformed(String body) {
    till.answer(Addresses.BLACKLIST_ADD, JsonObject::new);
    list.leave();

    Reply reply =
        gate.send(
                gate.request("/admin/blacklist", ADMIN)
                    .header("Content-Type", "application/json")
                    .PUT(BodyPublishers.ofString(body)))
            .join();

    assertThat(reply.status()).isEqualTo(400);
    assertThat(till.requests).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "PUT", "DELETE"})
  @DisplayName("the list is for admins only, in every spelling")
  void isForAdmins(String method) throws IOException {
    String buyer = "Authorization: Bearer " + TestTokens.of("u1");
    for (String target :
        List.of(
            "/admin/blacklist",
            "//admin/blacklist",
            "/x/../admin/blacklist",
            "/admin/blacklist/")) {
      assertThat(gate.rawTarget(method, target)).containsPattern("^HTTP/1.1 (401|404) ");
      assertThat(gate.rawTarget(method, target, buyer)).containsPattern("^HTTP/1.1 (403|404) ");
    }
  }

  @Test
  @DisplayName("the list is told page by page, and odd questions are refused")
  void tellsTheList() {
    till.answer(Addresses.BLACKLIST_LIST, () -> new JsonObject().put("version", 1));
    list.leave();

    assertThat(gate.get("/admin/blacklist?cursor=17&limit=50", ADMIN).status()).isEqualTo(200);
    assertThat(till.requests)
        .contains(
            new JsonObject()
                .put("cursor", "17")
                .put("limit", 50)
                .put("address", Addresses.BLACKLIST_LIST));
    for (String odd : List.of("limit=x", "limit=0", "limit=-1", "limit=1&limit=2")) {
      assertThat(gate.get("/admin/blacklist?" + odd, ADMIN).status()).as(odd).isEqualTo(400);
    }
    assertThat(unblock("ADDRESS", "nonsense").status()).isEqualTo(400);
    assertThat(unblock("", "u1").status()).isEqualTo(400);
  }
}
