package seckill.standalone.rehearsal.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OriginsTest {
  @Test
  @DisplayName("each honest buyer has an address of their own, in IPv6 a network of their own")
  void ownAddresses() throws Exception {
    Set<Object> seen = new HashSet<>();
    for (int user = 0; user < 100_000; user++) {
      String forwarded = Origins.ofBuyer(user);
      String own = forwarded.substring(forwarded.lastIndexOf(' ') + 1);
      byte[] bytes = InetAddress.getByName(own).getAddress();
      ByteBuffer network = ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, Long.BYTES));
      assertThat(seen.add(network)).as(own).isTrue();
    }
  }

  @Test
  @DisplayName("scripts share no address with buyers, and the blocked network none with others")
  void scripts() {
    Origins origins = new Origins();
    assertThat(origins.ofScript()).startsWith("198.18.");
    assertThat(Origins.inBannedNetwork(new Random(1))).startsWith("198.19.7.");
  }
}
