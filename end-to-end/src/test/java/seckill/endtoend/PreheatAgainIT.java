package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.standalone.client.Reply;
import seckill.standalone.rehearsal.ItemBooks;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class PreheatAgainIT {
  private static final long A = 1001;
  private static final long B = 1002;

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
  @DisplayName("preheating in the middle of a sale, by call or by restart, changes nothing")
  void preheatingAgainChangesNothing() {
    sale.open(A, 10);
    sale.services().stop("consumer");
    buy(A, 0, 6);

    Reply again = SaleFixture.wait(sale.gateway(1).preheat(Long.toString(A)));
    assertThat(again.status()).isIn(200, 409);
    sale.services().stop("seckill");
    sale.services().start("seckill");
    SaleFixture.wait(sale.gateway(0).preheat(Long.toString(A)));

    ItemBooks books = sale.books(A);
    assertThat(books.remaining()).isEqualTo(4);
    assertThat(books.users()).hasSize(6);
    assertThat(books.undelivered()).hasSize(6);

    sale.services().start("consumer");
    buy(A, 6, 10);
    assertThat(sale.buy(A, "late").code()).isEqualTo("SOLD_OUT");
    assertThat(sale.settled(A).orders()).hasSize(10);
  }

  @Test
  @DisplayName("starting one item leaves another item's unread orders and its group alone")
  void otherItemsAreLeftAlone() {
    sale.open(A, 10);
    sale.services().stop("consumer");
    buy(A, 0, 5);

    sale.open(B, 10);

    assertThat(sale.books(A).undelivered()).hasSize(5);
    sale.services().start("consumer");
    assertThat(sale.buy(B, "u0").code()).isEqualTo("ACCEPTED");
    assertThat(sale.settled(A).orders()).hasSize(5);
    assertThat(sale.settled(B).orders()).hasSize(1);
    assertThat(sale.books(A).dead()).isEmpty();
  }

  @Test
  @DisplayName("the next round knows nothing of the last, whose late orders stay in it")
  void nextRound() {
    sale.open(A, 10);
    sale.services().stop("consumer");
    String first = sale.buy(A, "u1").orderId();

    sale.open(B, 10);
    Reply second = sale.buy(B, "u1");
    assertThat(second.code()).isEqualTo("ACCEPTED");
    assertThat(second.orderId()).isNotEqualTo(first);
    assertThat(sale.buy(B, "u1").code()).isEqualTo("DUPLICATE");
    assertThat(sale.buy(B, "u2").code()).isEqualTo("ACCEPTED");

    sale.services().start("consumer");
    assertThat(sale.settled(A).orders()).extracting("orderId").containsExactly(first);
    assertThat(sale.settled(B).orders()).extracting("userId").containsOnly("u1", "u2");
  }

  private void buy(long item, int from, int to) {
    for (int i = from; i < to; i++) {
      assertThat(sale.buy(item, "u" + i).code()).isEqualTo("ACCEPTED");
    }
  }
}
