package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.standalone.client.LettersClient;
import seckill.standalone.client.Reply;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class DeadLettersIT {
  private static final long ITEM = 1001;

  private final StringWriter printed = new StringWriter();
  private SaleFixture sale;
  private TestMySql mysql;

  @BeforeEach
  void start(TestRedis redis, TestMySql mysql) {
    this.mysql = mysql;
    sale = SaleFixture.inThisJvm(redis, mysql);
  }

  @AfterEach
  void stop() {
    sale.close();
  }

  private LettersClient letters() {
    return new LettersClient(sale.gateway(0));
  }

  private int decide(String action, String id) {
    PrintWriter out = new PrintWriter(printed, true);
    return letters().decideAll(List.of(id), action, out, out);
  }

  private String letterOf(String orderId) {
    JsonArray open = letters().list(Long.toString(ITEM), "OPEN", 10);
    for (int i = 0; i < open.size(); i++) {
      if (orderId.equals(open.getJsonObject(i).getString("orderId"))) {
        return open.getJsonObject(i).getString("id");
      }
    }
    return null;
  }

  private String status(String orderId, String user) {
    Reply reply = SaleFixture.wait(sale.as(user, 1).order(orderId, sale.token(user)));
    return reply.succeeded() ? reply.body().getString("status") : reply.code();
  }

  @Test
  @DisplayName("one letter is given up and its unit sold again, another lands after all")
  void discardAndReplay() {
    sale.open(ITEM, 3);
    sale.buy(ITEM, "u1");
    sale.settled(ITEM);
    mysql.query("ALTER TABLE orders MODIFY user_id VARBINARY(4) NOT NULL");
    String givenUp = sale.buy(ITEM, "first-long").orderId();
    String saved = sale.buy(ITEM, "second-long").orderId();
    await()
        .atMost(SaleFixture.LANDING_LIMIT)
        .until(() -> letterOf(givenUp) != null && letterOf(saved) != null);
    assertThat(status(givenUp, "first-long")).isEqualTo("UNDER_REVIEW");
    assertThat(sale.buy(ITEM, "u2").code()).isEqualTo("SOLD_OUT");

    String letter = letterOf(givenUp);
    assertThat(decide("discard", letter)).as(printed.toString()).isZero();
    assertThat(decide("discard", letter)).isZero();
    assertThat(printed.toString()).contains("DISCARDED, was so before");
    assertThat(decide("replay", letter)).isEqualTo(1);

    assertThat(status(givenUp, "first-long")).isEqualTo("FAILED");
    assertThat(status(givenUp, "u1")).isEqualTo("NOT_FOUND");
    await()
        .atMost(SaleFixture.LANDING_LIMIT)
        .until(() -> sale.buy(ITEM, "u2").code().equals("ACCEPTED"));
    assertThat(sale.buy(ITEM, "u3").code()).isEqualTo("SOLD_OUT");

    mysql.query("ALTER TABLE orders MODIFY user_id VARBINARY(128) NOT NULL");
    assertThat(decide("replay", letterOf(saved))).as(printed.toString()).isZero();

    await()
        .atMost(SaleFixture.LANDING_LIMIT)
        .until(() -> status(saved, "second-long").equals("CREATED"));
    assertThat(sale.settled(ITEM).orders()).hasSize(3);
  }
}
