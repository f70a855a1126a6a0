package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;

/** What operators hear when a service behind the gateway is away or silent. */
class AdminSilenceTest extends GateTest {
  private static final String ADMIN = TestTokens.admin("op1");

  private static final Map<String, String> READS =
      Map.of(
          "/admin/store", Addresses.STORE_GET,
          "/admin/items/1001/ledger", Addresses.ITEM_LEDGER,
          "/admin/dead-letters", Addresses.DEAD_LETTER_LIST,
          "/admin/notices", Addresses.NOTICE_LIST);

  @Override
  Map<String, String> environment() {
    return Map.of(
        "SECKILL_BUS_REQUEST_TIMEOUT_MILLIS", "200",
        "SECKILL_BUS_RECONCILE_TIMEOUT_MILLIS", "1000");
  }

  private static void assertNoWordOfChanges(Reply reply) {
    assertThat(reply.code()).isEqualTo("DEGRADED");
    assertThat(reply.json().getString("detail"))
        .contains("please ask again")
        .doesNotContain("change", "done");
  }

  @Test
  @DisplayName("a read that nobody answers says nothing of changes")
  void reads() {
    READS.keySet().forEach(path -> assertNoWordOfChanges(gate.get(path, ADMIN)));

    READS.forEach(
        (path, address) -> {
          till.silence(address);
          assertNoWordOfChanges(gate.get(path, ADMIN));
        });
  }

  @Test
  @DisplayName("a change that nobody answers says whether it may have been made")
  void changes() {
    String path = "/admin/items/1001/pause";
    assertThat(gate.post(path, ADMIN, "").json().getString("detail")).contains("Nothing was done");

    till.silence(Addresses.ITEM_PAUSE);

    assertThat(gate.post(path, ADMIN, "").json().getString("detail"))
        .contains("may have been made or not");
  }
}
