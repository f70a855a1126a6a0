package seckill.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAddressTest {

  @ParameterizedTest
  @CsvSource({
    "203.0.113.5, 203.0.113.5",
    "0.0.0.0, 0.0.0.0",
    "100.200.10.20, 100.200.10.20",
    "::ffff:203.0.113.5, 203.0.113.5",
    "::FFFF:CB00:7105, 203.0.113.5",
    "0:0:0:0:0:ffff:203.0.113.5, 203.0.113.5",
    "2001:DB8:0:0:0:0:0:1, 2001:db8::1",
    "2001:db8::1, 2001:db8::1",
    "2001:0db8:0000:0000:0000:0000:0000:0001, 2001:db8::1",
    "::1, ::1",
    "0::, ::",
    "fe80::, fe80::"
  })
  @DisplayName("every spelling of an address is one address with one text")
  void readsEverySpelling(String text, String canonical) {
    ClientAddress address = ClientAddress.parse(text);

    assertThat(address).hasToString(canonical).isEqualTo(ClientAddress.parse(canonical));
    assertThat(address).hasSameHashCodeAs(ClientAddress.parse(canonical));
    assertThat(address.isIpv4()).isEqualTo(canonical.contains("."));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "203.0.113.5 ",
        " 203.0.113.5",
        "203.0.113.05",
        "00.0.0.1",
        "010.0.0.1",
        "::ffff:203.0.113.05",
        "::ffff:010.0.0.1",
        "203.0.113.256",
        "203.0.113",
        "203.0.113.5.6",
        "203.0.113.5:80",
        "3405803781",
        "0x7f.0.0.1",
        "127.1",
        "[2001:db8::1]",
        "[2001:db8::1]:80",
        "2001:db8::1%eth0",
        "2001:db8:::1",
        "2001:db8::1::2",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "12345::",
        "::g",
        "localhost",
        "example.org",
        "unknown",
        "_hidden",
        "٢٠٣.0.113.5",
        "203.0.113.5\u0000",
        "203。0。113。5",
        "::/0"
      })
  @DisplayName("what is not exactly an address is none, and is never looked up as a name")
  void refusesOtherTexts(String text) {
    assertThat(ClientAddress.parse(text)).isNull();
  }

  @Test
  @DisplayName("no text at all is no address")
  void refusesNothing() {
    assertThat(ClientAddress.parse(null)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "2001:db8:1:2:3:4:5:6, 64, 2001:db8:1:2::",
    "2001:db8:1:2:3:4:5:6, 56, 2001:db8:1::",
    "2001:db8:1:2:3:4:5:6, 128, 2001:db8:1:2:3:4:5:6",
    "2001:db8:1:2:3:4:5:6, 127, 2001:db8:1:2:3:4:5:6",
    "2001:db8:1:2:3:4:5:6, 80, 2001:db8:1:2:3::",
    "ffff::1, 1, 8000::",
    "ffff::1, 0, ::",
    "198.51.100.77, 120, 198.51.100.0"
  })
  @DisplayName("a mask keeps the leading bits and no other")
  void masks(String text, int bits, String expected) {
    assertThat(ClientAddress.parse(text).masked(bits)).isEqualTo(ClientAddress.parse(expected));
  }
}
