package seckill.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.config.SettingsSchema;
import seckill.contract.SeckillException;

class ClientAddressesTest {
  private static final String PROXY = "10.0.0.1";

  private static JsonObject settings() {
    return SettingsSchema.of("gateway")
        .defaults()
        .getJsonObject("address")
        .put("trustedProxies", new JsonArray().add("10.0.0.0/8").add("2001:db8:aaaa::/48"));
  }

  private static String resolve(JsonObject settings, String peer, String header, String... lines) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    for (String line : lines) {
      headers.add(header, line);
    }
    ClientAddresses addresses = new ClientAddresses(settings, System::nanoTime);
    Peer from = addresses.peer(SocketAddress.inetSocketAddress(4711, peer), null);
    return addresses.of(headers, from).toString();
  }

  private static String forwardedFor(String... lines) {
    return resolve(settings(), PROXY, "X-Forwarded-For", lines);
  }

  private static String forwarded(String... lines) {
    return resolve(settings().put("header", "Forwarded"), PROXY, "Forwarded", lines);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "203.0.113.9                                  | 203.0.113.9",
        "1.2.3.4, 203.0.113.9                         | 203.0.113.9",
        "1.2.3.4,203.0.113.9,10.1.1.1                 | 203.0.113.9",
        "1.2.3.4, 203.0.113.9, 10.1.1.1 , 10.2.2.2    | 203.0.113.9",
        "203.0.113.9:51234                            | 203.0.113.9",
        "[2001:db8::9]:51234                          | 2001:db8::9",
        "[2001:db8::9]                                | 2001:db8::9",
        "2001:DB8::9                                  | 2001:db8::9",
        "::ffff:203.0.113.9                           | 203.0.113.9",
        "203.0.113.9, 2001:db8:aaaa::1                | 203.0.113.9",
        ",, 203.0.113.9 , ,                           | 203.0.113.9",
        "' , '                                        | 10.0.0.1",
        "10.1.1.1, 10.2.2.2                           | 10.1.1.1",
        "1.2.3.4, unknown                             | 10.0.0.1",
        "1.2.3.4, _hidden                             | 10.0.0.1",
        "1.2.3.4, 203.0.113.009                       | 10.0.0.1",
        "1.2.3.4, localhost                           | 10.0.0.1",
        "1.2.3.4, 203.0.113.9:                        | 10.0.0.1",
        "1.2.3.4, 203.0.113.9:123456                  | 10.0.0.1",
        "1.2.3.4, [203.0.113.9]                       | 10.0.0.1",
        "1.2.3.4, [2001:db8::9]x                      | 10.0.0.1",
        "1.2.3.4, [2001:db8::9                        | 10.0.0.1",
        "1.2.3.4, fe80::1%eth0                        | 10.0.0.1",
        "1.2.3.4, unknown, 10.7.7.7                   | 10.7.7.7",
        "1.2.3.4 203.0.113.9                          | 10.0.0.1",
        "1.2.3.4; 203.0.113.9                         | 10.0.0.1"
      })
  @DisplayName(
      "the right-most hop that is no trusted proxy counts; one that names nobody ends the trail")
  void readsForwardedFor(String line, String expected) {
    assertThat(forwardedFor(line)).isEqualTo(expected);
  }

  @Test
  @DisplayName("several lines of a header are one list in their order")
  void readsSeveralLines() {
    assertThat(forwardedFor("1.2.3.4", "203.0.113.9")).isEqualTo("203.0.113.9");
    assertThat(forwardedFor("1.2.3.4", "203.0.113.9", "10.9.9.9, ", "")).isEqualTo("203.0.113.9");
    assertThat(forwardedFor("203.0.113.9", "unknown")).isEqualTo(PROXY);
  }

  @Test
  @DisplayName("a hundred entries are read from the right end")
  void readsLongLists() {
    String made =
        IntStream.range(0, 99).mapToObj(i -> "1.2.3." + i).collect(Collectors.joining(","));
    String proxies =
        IntStream.range(0, 99).mapToObj(i -> "10.0.0." + i).collect(Collectors.joining(","));

    assertThat(forwardedFor(made + ",203.0.113.9")).isEqualTo("203.0.113.9");
    assertThat(forwardedFor("1.2.3.4,203.0.113.9," + proxies)).isEqualTo("203.0.113.9");
  }

  @Test
  @DisplayName("without the header, or from a stranger, the peer itself counts")
  void takesThePeer() {
    assertThat(forwardedFor()).isEqualTo(PROXY);
    assertThat(resolve(settings(), "198.51.100.1", "X-Forwarded-For", "203.0.113.9"))
        .isEqualTo("198.51.100.1");
    assertThat(resolve(settings(), PROXY, "Forwarded", "for=203.0.113.9")).isEqualTo(PROXY);
    assertThat(resolve(settings(), PROXY, "X-Real-IP", "203.0.113.9")).isEqualTo(PROXY);
    assertThat(resolve(settings(), "::ffff:10.0.0.1", "X-Forwarded-For", "203.0.113.9"))
        .isEqualTo("203.0.113.9");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "for=203.0.113.9                                        | 203.0.113.9",
        "For=203.0.113.9;proto=https;by=10.0.0.1                | 203.0.113.9",
        "by=10.0.0.1 ; FOR=203.0.113.9                          | 203.0.113.9",
        "for=\"203.0.113.9:4711\"                               | 203.0.113.9",
        "for=\"[2001:db8::9]:4711\"                             | 2001:db8::9",
        "for=\"[2001:db8::9]\"                                  | 2001:db8::9",
        "for=1.2.3.4, for=203.0.113.9                           | 203.0.113.9",
        "for=1.2.3.4, for=203.0.113.9;host=\"a,b;for=6.6.6.6\"  | 203.0.113.9",
        "for=1.2.3.4, for=203.0.113.9, for=10.3.3.3             | 203.0.113.9",
        "for=\"1.2.3.4, for=203.0.113.9                         | 203.0.113.9",
        "for=\"1.2.3.4\\\", for=203.0.113.9                     | 203.0.113.9",
        "for=1.2.3.4, for=unknown                               | 10.0.0.1",
        "for=1.2.3.4, for=_gazonk                               | 10.0.0.1",
        "for=1.2.3.4, for=\"_gazonk:80\"                        | 10.0.0.1",
        "for=1.2.3.4, proto=https                               | 10.0.0.1",
        "for=1.2.3.4, for=203.0.113.9;for=203.0.113.8           | 10.0.0.1",
        "for=1.2.3.4, for=                                      | 10.0.0.1",
        "for=1.2.3.4, 203.0.113.9                               | 10.0.0.1",
        "for=1.2.3.4, xfor=203.0.113.9                          | 10.0.0.1"
      })
  @DisplayName(
      "Forwarded is read as RFC 7239 says, and nothing on its left can change its right end")
  void readsForwarded(String line, String expected) {
    assertThat(forwarded(line)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nonsense", "10.0.0.0/33", "10.0.0.1/8", "0.0.0.0/0", "::/0", "proxy.example"})
  @DisplayName("a trusted proxy that is no network, or everybody, is refused")
  void refusesOddProxies(String proxy) {
    JsonObject settings = settings().put("trustedProxies", new JsonArray().add(proxy));

    assertThatThrownBy(() -> new ClientAddresses(settings, System::nanoTime))
        .isInstanceOf(SeckillException.class);
  }

  @Test
  @DisplayName("what a connection's peer was read as is kept until the settings change")
  void remembersThePeer() {
    ClientAddresses addresses = new ClientAddresses(settings(), System::nanoTime);
    SocketAddress socket = SocketAddress.inetSocketAddress(4711, PROXY);
    Peer peer = addresses.peer(socket, null);

    assertThat(addresses.peer(socket, peer)).isSameAs(peer);
    addresses.configure(settings().put("trustedProxies", new JsonArray()));
    assertThat(addresses.peer(socket, peer).trusted()).isFalse();
  }
}
