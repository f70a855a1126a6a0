package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.rehearsal.ItemBooks;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class LostAnswerIT {
  private static final long ITEM = 1001;
  private static final String ID = Long.toString(ITEM);

  private SaleFixture sale;

  @BeforeEach
  void start(TestRedis redis, TestMySql mysql) {
    sale = SaleFixture.inThisJvm(redis, mysql);
  }

  @AfterEach
  void stop() {
    sale.close();
  }

  @Test
  @DisplayName("a buyer whose answer was lost finds the one order again, however they retry")
  void retriesFindTheOneOrder() {
    sale.open(ITEM, 1);
    SaleApi lossy = sale.api(AnswerDroppingProxy.before(sale.vertx(), sale.gatewayUri(), 1).uri());
    String token = sale.token("u1");
    assertThatThrownBy(() -> SaleFixture.wait(lossy.buy(ID, token, "first-key")));

    Reply sameKey = SaleFixture.wait(lossy.buy(ID, token, "first-key"));
    Reply noKey = SaleFixture.wait(lossy.buy(ID, token, null));
    Reply freshKey = SaleFixture.wait(lossy.buy(ID, token, "second-key"));

    assertThat(sameKey.code()).isEqualTo("ACCEPTED");
    assertThat(sameKey.body().getBoolean("replayed")).isTrue();
    assertThat(noKey.code()).isEqualTo("DUPLICATE");
    assertThat(freshKey.code()).isEqualTo("DUPLICATE");
    assertThat(noKey.orderId()).isEqualTo(sameKey.orderId());
    assertThat(freshKey.orderId()).isEqualTo(sameKey.orderId());
    assertThat(SaleFixture.wait(lossy.mine(ID, token)).orderId()).isEqualTo(sameKey.orderId());
    ItemBooks books = sale.settled(ITEM);
    assertThat(books.remaining()).isZero();
    assertThat(books.orders()).extracting("orderId").containsExactly(sameKey.orderId());
  }
}
