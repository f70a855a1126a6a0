package seckill.sale.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OfferTest {

  @ParameterizedTest
  @CsvSource({
    "yes, always, no, ALWAYS",
    "no, always, no, NONE",
    "yes, everysec, no, NONE",
    "yes, no, no, NONE",
    "yes, always, yes, NONE"
  })
  @DisplayName("a file is worth something only if every answer comes after the disk, always")
  void whatAFileIsWorth(String appendonly, String appendfsync, String noFsync, Offer.Way way) {
    Map<String, String> file =
        Map.of(
            "appendonly",
            appendonly,
            "appendfsync",
            appendfsync,
            "no-appendfsync-on-rewrite",
            noFsync);
    Offer offer = Offer.ofDisk(file);
    assertThat(offer.way()).isEqualTo(way);
    assertThat(offer.why().isEmpty()).isEqualTo(way != Offer.Way.NONE);
  }

  @Test
  @DisplayName(
      "a server that does not tell a setting is not trusted with it, and every lack is told")
  void notTold() {
    assertThat(Offer.ofDisk(Map.of("appendonly", "no")).why())
        .contains("its appendonly is no and must be yes")
        .contains("its appendfsync is not told and must be always")
        .contains("its no-appendfsync-on-rewrite is not told and must be no");
  }
}
