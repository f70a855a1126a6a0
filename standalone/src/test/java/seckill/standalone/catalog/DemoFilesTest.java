package seckill.standalone.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.ItemSpec;

class DemoFilesTest {
  private static final Instant NOW = Instant.parse("2026-11-29T08:00:00Z");

  private static List<ItemSpec> read(String file) throws IOException {
    try (InputStream in = DemoFilesTest.class.getResourceAsStream("/seckill/demo/" + file)) {
      return ItemFile.read(file, in, NOW);
    }
  }

  @Test
  @DisplayName("the bottle: 1,000 units at 1,499.00, open for one hour from the start")
  void bottle() throws IOException {
    ItemSpec bottle = read("bottle.yaml").get(0);

    assertThat(bottle.totalStock()).isEqualTo(1000);
    assertThat(bottle.priceCents()).isEqualTo(149_900);
    assertThat(bottle.startAt()).isEqualTo(NOW);
    assertThat(Duration.between(bottle.startAt(), bottle.endAt())).isEqualTo(Duration.ofHours(1));
  }

  @Test
  @DisplayName("the concert: five tiers from 380 to 1,880, 80,000 seats in all")
  void concert() throws IOException {
    List<ItemSpec> tiers = read("concert.yaml");

    assertThat(tiers)
        .extracting(ItemSpec::priceCents)
        .containsExactly(38_000L, 68_000L, 98_000L, 138_000L, 188_000L);
    assertThat(tiers.stream().mapToLong(ItemSpec::totalStock).sum()).isEqualTo(80_000);
  }

  @Test
  @DisplayName("the phone: every combination of colour, capacity and carrier has its own stock")
  void phone() throws IOException {
    List<ItemSpec> phones = read("phone.yaml");

    assertThat(phones).hasSize(27);
    assertThat(phones).extracting(ItemSpec::sku).doesNotHaveDuplicates();
    assertThat(phones).extracting(phone -> phone.page().group()).containsOnly("phone-x");
    assertThat(phones).extracting(phone -> phone.page().variant()).doesNotHaveDuplicates();
    assertThat(phones).allSatisfy(phone -> assertThat(phone.totalStock()).isPositive());
  }
}
