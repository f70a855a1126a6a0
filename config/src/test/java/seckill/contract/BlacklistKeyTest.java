package seckill.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlacklistKeyTest {

  @ParameterizedTest
  @CsvSource({
    "ADDRESS, 203.0.113.5, address:203.0.113.5",
    "address, ::ffff:203.0.113.5, address:203.0.113.5",
    "ADDRESS, 2001:DB8:0:0:0:0:0:1, address:2001:db8::1",
    "NETWORK, 198.51.100.0/24, network:198.51.100.0/24",
    "NETWORK, ::ffff:198.51.100.0/120, network:198.51.100.0/24",
    "NETWORK, 2001:DB8::/32, network:2001:db8::/32",
    "NETWORK, 128.0.0.0/1, network:128.0.0.0/1",
    "NETWORK, 203.0.113.5/32, address:203.0.113.5",
    "NETWORK, 2001:db8::1/128, address:2001:db8::1",
    "USER, u1, user:u1",
    "USER, a:b/c 中, user:a:b/c 中"
  })
  @DisplayName("an entry has one spelling, and its field in Redis is read back as the same")
  void isCanonical(String kind, String value, String field) {
    BlacklistKey key = BlacklistKey.of(kind, value);

    assertThat(key.field()).isEqualTo(field);
    assertThat(BlacklistKey.ofField(field)).isEqualTo(key);
    assertThat(BlacklistKey.fromJson(key.toJson())).isEqualTo(key);
  }

  @ParameterizedTest
  @CsvSource({
    "ADDRESS, 203.0.113.5:80, no IP address",
    "ADDRESS, ' 203.0.113.5', no IP address",
    "ADDRESS, '203.0.113.5 ', no IP address",
    "ADDRESS, 203.0.113.05, no IP address",
    "ADDRESS, 203.0.113, no IP address",
    "ADDRESS, [2001:db8::1], no IP address",
    "ADDRESS, 2001:db8::1%eth0, no IP address",
    "ADDRESS, example.org, no IP address",
    "ADDRESS, '', no IP address",
    "ADDRESS, , no IP address",
    "ADDRESS, 198.51.100.0/24, is a NETWORK",
    "ADDRESS, 0.0.0.0, nobody",
    "ADDRESS, ::, nobody",
    "NETWORK, 0.0.0.0/32, nobody",
    "NETWORK, 198.51.100.0, has a prefix length",
    "NETWORK, 198.51.100.77/24, the network is 198.51.100.0/24",
    "NETWORK, 2001:db8::1/32, the network is 2001:db8::/32",
    "NETWORK, 0.0.0.0/0, every address",
    "NETWORK, ::/0, every address",
    "NETWORK, ::ffff:0:0/96, every address",
    "NETWORK, 10.0.0.0/33, from 1 to 32",
    "NETWORK, 2001:db8::/129, from 1 to 128",
    "NETWORK, 10.0.0.0/08, from 1 to 32",
    "NETWORK, 10.0.0.0/+8, from 1 to 32",
    "NETWORK, 10.0.0.0/-8, from 1 to 32",
    "NETWORK, 10.0.0.0/, from 1 to 32",
    "NETWORK, 10.0.0.0/8/8, from 1 to 32",
    "NETWORK, 10.0.0.0/255.0.0.0, from 1 to 32",
    "NETWORK, 10.0.0.0 /8, no IP address",
    "NETWORK, /8, no IP address",
    "USER, '', userId",
    "USER, , userId",
    "DEVICE, x, kind must be",
    ", x, kind must be"
  })
  @DisplayName("a malformed entry is refused with what is wrong about it")
  void refusesMalformed(String kind, String value, String why) {
    assertThatThrownBy(() -> BlacklistKey.of(kind, value))
        .isInstanceOf(SeckillException.class)
        .hasMessageContaining(why)
        .extracting(e -> ((SeckillException) e).outcome())
        .isEqualTo(Outcome.BAD_REQUEST);
  }

  @Test
  @DisplayName("another field of the list is not taken for an entry")
  void ignoresOtherFields() {
    assertThat(BlacklistKey.ofField("version")).isNull();
    assertThat(BlacklistKey.ofField("address:nonsense")).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "198.51.100.0/24, 198.51.100.77, true",
    "198.51.100.0/24, 198.51.101.1, false",
    "198.51.100.0/24, 2001:db8::1, false",
    "2001:db8::/32, 2001:db8:ffff::1, true",
    "2001:db8::/32, 2001:db9::1, false",
    "::/8, 198.51.100.77, false",
    "::/8, 64:ff9b::1, true",
    "203.0.113.5, ::ffff:203.0.113.5, true",
    "0.0.0.0/1, 10.0.0.1, true",
    "0.0.0.0/1, ::1, false"
  })
  @DisplayName("a network holds the addresses of its kind behind its prefix")
  void contains(String range, String address, boolean inside) {
    assertThat(AddressRange.parse(range).contains(ClientAddress.parse(address))).isEqualTo(inside);
  }
}
