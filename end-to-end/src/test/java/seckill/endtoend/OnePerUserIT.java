package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
class OnePerUserIT {
  private static final long ITEM = 1001;

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
  @DisplayName("repeated clicks of one user take one unit, and the others' units stay for them")
  void repeatedClicksTakeOneUnit() {
    sale.open(ITEM, 3);

    List<Reply> clicks = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      clicks.add(sale.buy(ITEM, "u1"));
    }

    assertThat(clicks).extracting(Reply::code).startsWith("ACCEPTED");
    assertThat(clicks.subList(1, 10)).extracting(Reply::code).containsOnly("DUPLICATE");
    assertThat(clicks).extracting(Reply::orderId).containsOnly(clicks.get(0).orderId());
    assertThat(sale.books(ITEM).remaining()).isEqualTo(2);
    assertThat(sale.buy(ITEM, "u2").code()).isEqualTo("ACCEPTED");
    assertThat(sale.buy(ITEM, "u3").code()).isEqualTo("ACCEPTED");
    ItemBooks books = sale.settled(ITEM);
    assertThat(books.remaining()).isZero();
    assertThat(books.orders()).hasSize(3);
  }

  @Test
  @DisplayName("one user in parallel on two gateways gets one unit while nothing has landed yet")
  void parallelClicksTakeOneUnit() {
    sale.open(ITEM, 100);
    sale.services().stop("consumer");

    List<Reply> clicks = sale.rush(ITEM, Collections.nCopies(50, "u1"));

    assertThat(clicks).filteredOn(click -> click.code().equals("ACCEPTED")).hasSize(1);
    assertThat(clicks).filteredOn(click -> click.code().equals("DUPLICATE")).hasSize(49);
    assertThat(clicks).extracting(Reply::orderId).containsOnly(clicks.get(0).orderId());
    ItemBooks before = sale.books(ITEM);
    assertThat(before.remaining()).isEqualTo(99);
    assertThat(before.users()).containsExactly("u1");
    assertThat(before.undelivered()).hasSize(1);
    assertThat(before.orders()).isEmpty();

    sale.services().start("consumer");
    assertThat(sale.settled(ITEM).orders()).hasSize(1);
  }
}
