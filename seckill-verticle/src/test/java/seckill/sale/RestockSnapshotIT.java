package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import io.vertx.sqlclient.SqlConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.testkit.TestVertx;

/** On a MariaDB that refuses stale snapshots, as from 11.8 on by default; on others the same. */
class RestockSnapshotIT extends TermsCase {
  private static final String OPTION = "innodb_snapshot_isolation";
  private String before;

  @BeforeEach
  void refuseStaleSnapshots() {
    RowIterator<Row> option = mysql.query("SHOW GLOBAL VARIABLES LIKE '" + OPTION + "'").iterator();
    if (option.hasNext()) {
      before = option.next().getString(1);
      mysql.query("SET GLOBAL " + OPTION + " = ON");
    }
    // Its connections are to have the option, and more time than any machine takes to look.
    till.close();
    JsonObject patient = new JsonObject().put("transactionTries", 100);
    till = Till.open(redis, mysql, new JsonObject().put("mysql", patient));
    till.sell(ITEM, 5);
    till.sell(1002, 5);
  }

  @AfterEach
  void restoreOption() {
    if (before != null) {
      mysql.query("SET GLOBAL " + OPTION + " = " + before);
    }
  }

  @Test
  @DisplayName(
      "who comes second with a request id, while the first writes it, hears that it is used")
  void waitsForTheFirst() {
    SqlConnection first = mysql.connect();
    TestVertx.await(first.query("BEGIN").execute());
    TestVertx.await(
        first
            .query(
                "INSERT INTO item_change (request_id, item_id, kind, units, total, actor, at)"
                    + " VALUES ('r1', 1002, 'RESTOCK', 10, 15, 'olga', '2026-11-11 00:00:00')")
            .execute());
    long rollbacks = rollbacks();
    Future<JsonObject> second = sendRestock("r1", 10);
    // It waits for the first one's row, or was undone because of it and is run again.
    await()
        .until(
            () ->
                rollbacks() > rollbacks
                    || mysql.number("SELECT COUNT(*) FROM information_schema.innodb_trx") > 1);
    TestVertx.await(first.query("COMMIT").execute());

    assertThat(Till.failure(second)).isEqualTo(Outcome.KEY_REUSED);
    assertThat(bookedUnits()).isEqualTo(5);
    TestVertx.await(first.close());
  }

  private long rollbacks() {
    String counted =
        mysql.query("SHOW GLOBAL STATUS LIKE 'Com_rollback'").iterator().next().getString(1);
    return Long.parseLong(counted);
  }

  @Test
  @DisplayName("two items at once with one request id: one is restocked, the other hears why not")
  void sameIdOfTwoItems() {
    for (int round = 0; round < 20; round++) {
      String request = "r" + round;
      Future<JsonObject> one = sendRestock(request, 10);
      Future<JsonObject> other =
          till.send(Addresses.ITEM_RESTOCK, restockOf(request, 10).put("itemId", "1002"));
      TestVertx.await(Future.join(one, other).otherwiseEmpty());

      assertThat(one.succeeded()).isNotEqualTo(other.succeeded());
      assertThat(Till.failure(one.failed() ? one : other)).isEqualTo(Outcome.KEY_REUSED);
    }
    assertThat(mysql.number("SELECT SUM(restocked) FROM seckill_item")).isEqualTo(200);
  }
}
