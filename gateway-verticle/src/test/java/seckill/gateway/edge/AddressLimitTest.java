package seckill.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.config.SettingsSchema;
import seckill.contract.ClientAddress;

class AddressLimitTest {
  private static final JsonObject DEFAULTS = SettingsSchema.of("gateway").defaults();
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Clockwork clock = new Clockwork();
  private final ClientAddresses addresses =
      new ClientAddresses(
          address().put("trustedProxies", new JsonArray().add("10.0.0.0/8")), clock);
  private final AddressLimit limit = new AddressLimit(limit(), addresses, clock);

  private static JsonObject address() {
    return DEFAULTS.getJsonObject("address").copy();
  }

  private static JsonObject limit() {
    return DEFAULTS.getJsonObject("addressLimit").copy();
  }

  private boolean call(String peer, String... headers) {
    MultiMap map = MultiMap.caseInsensitiveMultiMap();
    for (int i = 0; i < headers.length; i += 2) {
      map.add(headers[i], headers[i + 1]);
    }
    Peer from = addresses.peer(SocketAddress.inetSocketAddress(4711, peer), null);
    return limit.mayPass(addresses.of(map, from));
  }

  private int calls(int times, String peer) {
    int passed = 0;
    for (int i = 0; i < times; i++) {
      passed += call(peer) ? 1 : 0;
    }
    return passed;
  }

  @Test
  @DisplayName("a stranger's forged headers change nothing: all its requests count as one address")
  void ignoresForgedHeaders() {
    int passed = 0;
    for (int i = 0; i < 100; i++) {
      String forged = "203.0.113." + i;
      passed +=
          call(
                  "198.51.100.1",
                  "X-Forwarded-For",
                  forged,
                  "X-Real-IP",
                  forged,
                  "Forwarded",
                  "for=" + forged)
              ? 1
              : 0;
      clock.passMicros(9_000);
    }

    assertThat(passed).isEqualTo(20);
    assertThat(limit.tracked()).isEqualTo(1);
  }

  @Test
  @DisplayName(
      "behind a trusted proxy what the client wrote first does not count, only the last hop")
  void countsTheLastHop() {
    int passed = 0;
    for (int i = 0; i < 100; i++) {
      passed += call("10.0.0.1", "X-Forwarded-For", "1.2.3." + i + ", 203.0.113.9") ? 1 : 0;
    }

    assertThat(passed).isEqualTo(20);
    assertThat(call("203.0.113.9")).isFalse();
    assertThat(call("10.0.0.1")).isTrue();
  }

  @Test
  @DisplayName("thirty clients of ten requests a second pass behind a trusted proxy, all of them")
  void tellsClientsOfProxiesApart() {
    for (int tick = 0; tick < 50; tick++) {
      for (int client = 0; client < 30; client++) {
        assertThat(call("10.0.0.1", "X-Forwarded-For", "203.0.113." + client)).isTrue();
      }
      clock.pass(Duration.ofMillis(100));
    }
    assertThat(limit.tracked()).isEqualTo(30);
  }

  @Test
  @DisplayName("IPv6 neighbours of one /64 count as one, those of the next as another")
  void countsNetworksOfIpv6() {
    int passed = 0;
    for (int i = 0; i < 200; i++) {
      passed += call("2001:db8:1:2::" + Integer.toHexString(i)) ? 1 : 0;
    }

    assertThat(passed).isEqualTo(20);
    assertThat(calls(20, "2001:db8:1:3::1")).isEqualTo(20);
    assertThat(limit.tracked()).isEqualTo(2);
  }

  @Test
  @DisplayName("the prefix that counts can be changed while running")
  void takesOtherPrefixes() {
    addresses.configure(address().put("ipv6Prefix", 56));

    assertThat(calls(20, "2001:db8:1:2::1")).isEqualTo(20);
    assertThat(calls(1, "2001:db8:1:3::1")).isZero();
    assertThat(calls(1, "2001:db8:1:102::1")).isEqualTo(1);
  }

  @Test
  @DisplayName("an IPv4 address is one, however it is written")
  void countsMappedAsIpv4() {
    assertThat(calls(20, "203.0.113.5")).isEqualTo(20);
    assertThat(call("::ffff:203.0.113.5")).isFalse();
    assertThat(call("203.0.113.6")).isTrue();
  }

  @Test
  @DisplayName(
      "forty buyers of one address all get through in two seconds, one flooder harms nobody longer")
  void letsHonestNeighboursPass() {
    String office = "203.0.113.5";
    for (int buyer = 0; buyer < 40; buyer++) {
      assertThat(call(office)).as("buyer %d", buyer).isTrue();
      clock.pass(Duration.ofMillis(50));
    }

    int passed = 0;
    for (int i = 0; i < 1000; i++) {
      passed += call(office) ? 1 : 0;
      clock.pass(Duration.ofMillis(5));
    }
    assertThat(passed).isBetween(90, 100);
    clock.pass(SECOND);
    assertThat(calls(21, office)).isEqualTo(20);
  }

  @Test
  @DisplayName("a limit of 0 lets none pass, an odd one holds from the next request on")
  void isChangedWhileRunning() {
    assertThat(calls(30, "203.0.113.5")).isEqualTo(20);

    limit.configure(limit().put("perSecond", 0));
    assertThat(calls(5, "203.0.113.6")).isZero();
    limit.configure(limit().put("perSecond", 3));
    assertThat(calls(5, "203.0.113.6")).isEqualTo(3);
    limit.configure(limit().put("perSecond", 3).put("windowMillis", 100));
    assertThat(calls(5, "203.0.113.6")).isZero();
    clock.pass(Duration.ofMillis(100));
    assertThat(calls(5, "203.0.113.6")).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/time",
        "/api/items",
        "/openapi.yaml",
        "/api/items/1001",
        "/api/items/1001/stock",
        "/api/items/0000000001",
        "/api/items/1001/live",
        "/",
        "/zh/",
        "/en/orders/",
        "/zh/items/1001/",
        "/items/1001",
        "/assets/item.zh.0123456789ab.js"
      })
  @DisplayName("reads that are the same for everybody do not count")
  void letsPublicReadsPass(String target) {
    assertThat(PublicReads.isOne(target)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "/?x",
        "/zh",
        "/fr/",
        "/zh/items/1001",
        "/zh/items//",
        "/assets/",
        "/assets/../api/orders",
        "/assets/%2e%2e/api/orders",
        "/assets/a.js?x",
        "/api/items/1001/live?x",
        "/api/dev/login",
        "/api/items/",
        "/api/items/stock",
        "/api/items//stock",
        "/api/items/1001/",
        "/api/items/1001/stock/",
        "/api/items/1001/stock?x",
        "/api/items?x=1",
        "/api/time?",
        "/api/items/1001/purchases",
        "/api/items/1001/purchases/mine",
        "/api/items/%31",
        "/api/items/١",
        "/api/items/1001;a=b",
        "/api/items/../items/1001",
        "/api/items/1001/stock/stock",
        "//api/items",
        "/API/items",
        "http://gate/api/items"
      })
  @DisplayName("every other target counts, whatever it is spelt like")
  void countsEveryOtherTarget(String target) {
    assertThat(PublicReads.isOne(target)).isFalse();
  }

  @Test
  @DisplayName("a peer that is not of IP is one address like any other")
  void countsNowhere() {
    Peer nowhere = addresses.peer(SocketAddress.domainSocketAddress("/x"), null);

    assertThat(nowhere.address()).isEqualTo(ClientAddress.NONE);
  }
}
