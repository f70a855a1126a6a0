package seckill.gateway.blacklist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.AddressRange;
import seckill.contract.ClientAddress;

class NetworkTableTest {

  @Test
  @DisplayName("any address is found in exactly the networks that hold it, and the last end counts")
  void agreesWithTheModel() {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 50; round++) {
      Map<AddressRange, Long> networks = new HashMap<>();
      NetworkTable table = NetworkTable.EMPTY;
      for (int i = 0; i < 40; i++) {
        AddressRange network = network(random);
        long until = 1 + random.nextInt(1000);
        networks.put(network, until);
        table = table.with(network, until);
        if (random.nextInt(4) == 0) {
          networks.remove(network);
          table = table.with(network, null);
        }
      }
      assertThat(table.size()).isEqualTo(networks.size());
      for (int i = 0; i < 500; i++) {
        ClientAddress address = address(random);
        long expected =
            networks.entrySet().stream()
                .filter(entry -> entry.getKey().contains(address))
                .mapToLong(Map.Entry::getValue)
                .max()
                .orElse(0);
        assertThat(table.until(address)).as("%s in %s", address, networks).isEqualTo(expected);
      }
    }
  }

  // Few bits vary, so that addresses meet networks.
  private static ClientAddress address(Random random) {
    int bits = random.nextInt(256);
    if (random.nextBoolean()) {
      return ClientAddress.parse("10." + (bits & 3) + ".0." + (bits >> 2));
    }
    return random.nextBoolean()
        ? new ClientAddress((bits & 7L) << 60, bits >> 3)
        : new ClientAddress(0, (bits & 3L) << 40 | bits);
  }

  private static AddressRange network(Random random) {
    ClientAddress address = address(random);
    int shortest = address.isIpv4() ? 97 : 1;
    int prefix = shortest + random.nextInt(128 - shortest);
    return new AddressRange(address.masked(prefix), prefix);
  }

  @Test
  @DisplayName("a hundred thousand networks of every length are looked through in a moment")
  void isLarge() {
    Map<AddressRange, Long> networks = new HashMap<>();
    Random random = new Random(1);
    while (networks.size() < 100_000) {
      int prefix = 20 + random.nextInt(108);
      ClientAddress base = new ClientAddress(random.nextLong(), random.nextLong()).masked(prefix);
      networks.put(new AddressRange(base, prefix), BlockedList.FOREVER);
    }
    NetworkTable table = NetworkTable.of(networks);

    networks.keySet().forEach(network -> assertThat(table.until(network.base())).isPositive());
    assertThat(table.until(ClientAddress.parse("203.0.113.5"))).isZero();
  }
}
