package seckill.sale.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OfferTest {

  @ParameterizedTest
  @CsvSource({
    "true, yes, everysec, no, WAIT_AOF",
    "true, yes, always, yes, WAIT_AOF",
    "true, no, always, no, NONE",
    "false, yes, always, no, ALWAYS",
    "false, yes, everysec, no, NONE",
    "false, yes, no, no, NONE",
    "false, no, always, no, NONE",
    "false, yes, always, yes, NONE"
  })
  @DisplayName("WAITAOF needs a file; without it every answer must come after the disk, always")
  void whatAFileIsWorth(
      boolean waits, String appendonly, String appendfsync, String noFsync, Offer.Way way) {
    Map<String, String> file =
        Map.of(
            "appendonly",
            appendonly,
            "appendfsync",
            appendfsync,
            "no-appendfsync-on-rewrite",
            noFsync);
    Offer offer = Offer.ofDisk(waits, file);
    assertThat(offer.way()).isEqualTo(way);
    assertThat(offer.why().isEmpty()).isEqualTo(way != Offer.Way.NONE);
  }
}
