package seckill.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands tell scripts, before a gateway that is stood in for. */
class OperatorCommandsTest {
  private static final String ORDER = "0198c0f0-0000-7000-8000-000000000001";
  private static final String PAY = "pay " + ORDER + " --amount 100 --payment p-1";

  private final GatewayStandIn gateway = new GatewayStandIn();

  @AfterEach
  void close() {
    gateway.close();
  }

  private static String report(String verdict, String... repairs) {
    StringBuilder list = new StringBuilder();
    for (String state : repairs) {
      list.append(list.isEmpty() ? "" : ",").append("{\"state\":\"" + state + "\"}");
    }
    return "{\"verdict\":\"" + verdict + "\",\"repairs\":[" + list + "]}";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "item preheat 7",
        "item restock 7 --units 1",
        "item extend 7 --until 2026-12-01T21:00:00+08:00",
        "recover 7",
        "store",
        "store switch BACKUP",
        "reconcile 7",
        "dead-letter list",
        "dead-letter replay 7",
        "dead-letter discard 7"
      })
  @DisplayName(
      "every operator's command signs in with the token it is given, and says why it failed")
  void givenToken(String line) {
    gateway.answers(401, "{\"code\":\"UNAUTHENTICATED\",\"detail\":\"the token is expired\"}");

    assertThat(gateway.execute(line + " --token of.the.issuer")).isEqualTo(1);

    assertThat(gateway.tokens).containsExactly("of.the.issuer");
    assertThat(gateway.err.toString())
        .contains("UNAUTHENTICATED: the token is expired; --token or SECKILL_ADMIN_TOKEN")
        .hasLineCount(1);
  }

  @Test
  @DisplayName("without a token one of the admin role is made")
  void ownToken() {
    gateway.answers(200, "{\"active\":\"MAIN\"}");

    assertThat(gateway.execute("store")).isZero();

    assertThat(gateway.claims().getJsonArray("roles")).containsExactly("admin");
  }

  @ParameterizedTest
  @CsvSource({"BALANCED, 0", "IN_FLIGHT, 0", "FINDINGS, 3", "UNKNOWN_ITEM, 1"})
  @DisplayName("a reconciliation tells whether the books balance from whether it could be made")
  void reconciled(String verdict, int exitCode) {
    gateway.answers(200, report(verdict));

    assertThat(gateway.execute("reconcile 7")).isEqualTo(exitCode);

    assertThat(gateway.asked).hasSize(1);
    assertThat(gateway.out.toString()).contains("item 7: " + verdict);
  }

  @ParameterizedTest
  @ValueSource(strings = {"BALANCED", "IN_FLIGHT", "FINDINGS"})
  @DisplayName("a dead letter that is open is named, and somebody has to look, whatever the books")
  void openLetters(String verdict) {
    String letters =
        "{\"count\":3,\"letters\":[{\"id\":\"12\",\"orderId\":\""
            + ORDER
            + "\",\"reason\":\"UNSTORABLE: no such column\"},"
            + "{\"id\":\"13\",\"orderId\":null,\"reason\":\"MALFORMED\"}]}";
    gateway.answers(
        200, new JsonObject(report(verdict)).put("openDeadLetters", new JsonObject(letters)) + "");

    assertThat(gateway.execute("reconcile 7")).isEqualTo(3);

    assertThat(gateway.out.toString())
        .contains("item 7: " + verdict)
        .contains("item 7: 3 dead letters are open")
        .contains("item 7: dead letter 12, order " + ORDER + ": UNSTORABLE: no such column")
        .contains("item 7: dead letter 13, order unknown: MALFORMED");
  }

  @Test
  @DisplayName("a reconciliation that is refused failed, whatever the books")
  void notReconciled() {
    gateway.answers(503, "{\"code\":\"DEGRADED\",\"detail\":\"MySQL is away\"}");

    assertThat(gateway.execute("reconcile 7")).isEqualTo(1);
    assertThat(gateway.err.toString()).contains("MySQL is away");
  }

  @ParameterizedTest
  @CsvSource({"BALANCED, 0", "IN_FLIGHT, 0", "FINDINGS, 3"})
  @DisplayName("after a repair another look decides")
  void repaired(String afterwards, int exitCode) {
    gateway.answers(200, report("FINDINGS", "DONE", "REFUSED")).answers(200, report(afterwards));

    assertThat(gateway.execute("reconcile 7 --repair")).isEqualTo(exitCode);

    assertThat(gateway.asked)
        .containsExactly(
            "POST /admin/reconciliations {\"itemId\":\"7\",\"repair\":true}",
            "POST /admin/reconciliations {\"itemId\":\"7\"}");
    assertThat(gateway.out.toString())
        .contains("item 7: 1 repair made, 1 refused; looking again")
        .endsWith("item 7: " + afterwards + System.lineSeparator());
  }

  @Test
  @DisplayName("where nothing could be repaired the findings stand")
  void notRepaired() {
    gateway.answers(200, report("FINDINGS", "REFUSED"));

    assertThat(gateway.execute("reconcile 7 --repair")).isEqualTo(3);
    assertThat(gateway.asked).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | PAID       | 0 | PAID: the order is paid, by payment p-1",
        "200 | REFUND_DUE | 3 | REFUND_DUE: payment p-1 came too late or twice",
        "202 | TAKING     | 4 | ask again in a moment with --payment p-1"
      })
  @DisplayName("a payment tells in words what came of it, and by its exit code")
  void paid(int status, String outcome, int exitCode, String words) {
    gateway.answers(status, "{\"outcome\":\"" + outcome + "\",\"repeated\":false}");

    assertThat(gateway.execute(PAY)).isEqualTo(exitCode);

    assertThat(gateway.out.toString()).startsWith(outcome + ": ").contains(words).hasLineCount(1);
    assertThat(gateway.tokens).containsOnlyNulls();
  }

  @Test
  @DisplayName("a payment of an order that is not written yet is to be sent again, others failed")
  void notPaid() {
    gateway
        .answers(503, "{\"code\":\"PENDING\",\"detail\":\"not written\"}")
        .answers(422, "{\"code\":\"AMOUNT_MISMATCH\",\"detail\":\"not the price\"}");

    assertThat(gateway.execute(PAY)).isEqualTo(4);
    assertThat(gateway.out.toString()).startsWith("PENDING: ").contains("--payment p-1");
    assertThat(gateway.execute(PAY)).isEqualTo(1);
    assertThat(gateway.err.toString()).contains("AMOUNT_MISMATCH: --amount is not the price");
  }

  @Test
  @DisplayName("dead letters are counted, and a replayed one names what it became")
  void letters() {
    gateway.answers(
        200,
        "{\"letters\":[{\"id\":\"17\",\"itemId\":\"7\",\"state\":\"REPLAYED\","
            + "\"deadAgainAs\":\"18\",\"reason\":\"UNREADABLE\",\"detail\":\"x\"}]}");

    assertThat(gateway.execute("dead-letter list --state all")).isZero();

    assertThat(gateway.out.toString())
        .contains("17  item 7  REPLAYED (dead again as 18)")
        .endsWith("1 dead letter" + System.lineSeparator());
  }
}
