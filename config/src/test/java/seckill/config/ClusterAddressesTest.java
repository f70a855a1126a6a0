package seckill.config;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterAddressesTest {

  private static ClusterSettings settings(boolean enabled, String host, int port, String members) {
    return new ClusterSettings(
        enabled, host, port, 0, 0, List.of(members.trim().split(" ")), 4000, 1500, 2000, 30_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "127.0.0.1 | 127.0.0.1:7800 127.0.0.1:7801",
        "127.0.0.1 | localhost:7801 localhost:7800",
        "192.0.2.7 | 192.0.2.8:7800 192.0.2.7:7800",
        // The others need not be there yet, nor their names.
        "192.0.2.7 | 192.0.2.7:7800 consumer.invalid:7800",
      })
  @DisplayName("a node that its list contains, where the others can reach it, may start")
  void acceptsAReachableNode(String host, String members) {
    assertThatCode(() -> ClusterAddresses.check(settings(true, host, 7800, members)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "127.0.0.1    | 127.0.0.1:7801               | cluster.members | 127.0.0.1:7800",
        "192.0.2.7    | 192.0.2.8:7800               | cluster.members | 192.0.2.7:7800",
        "127.0.0.1    | 127.0.0.1:7800 192.0.2.8:7800 | cluster.host    | 192.0.2.8:7800",
        "localhost    | localhost:7800 pen.invalid:1 | cluster.host    | pen.invalid:1",
        "0.0.0.0      | 0.0.0.0:7800                 | cluster.host    | 0.0.0.0",
        "till.invalid | till.invalid:7800            | cluster.host    | till.invalid",
        "127.0.0.1    | 127.0.0.1:7800 127.0.0.1:0   | cluster.members | 127.0.0.1:0",
        "127.0.0.1    | 127.0.0.1:7800 127.0.0.1:65536 | cluster.members | 127.0.0.1:65536",
        "127.0.0.1    | 127.0.0.1:7800 127.0.0.1:99999999999 | cluster.members | 99999999999",
        "::1          | 127.0.0.1:7800               | cluster.host    | IPv4 only, not ::1",
        "2001:db8::7  | 192.0.2.7:7800               | cluster.host    | IPv4 only, not 2001:db8::7",
      })
  @DisplayName("a node that the others would not find is refused in words that name the setting")
  void refusesAnUnreachableNode(String host, String members, String key, String culprit) {
    assertThatThrownBy(() -> ClusterAddresses.check(settings(true, host, 7800, members)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key)
        .hasMessageContaining(SettingsSchema.variable(key))
        .hasMessageContaining(culprit);
  }

  @Test
  @DisplayName("without a cluster its addresses do not matter")
  void ignoresAddressesWithoutCluster() {
    assertThatCode(() -> ClusterAddresses.check(settings(false, "0.0.0.0", 0, "a:1")))
        .doesNotThrowAnyException();
  }
}
