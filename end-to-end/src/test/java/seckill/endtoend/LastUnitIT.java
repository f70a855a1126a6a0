package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
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
class LastUnitIT {
  private static final int ROUNDS = 10;
  private static final List<String> USERS =
      IntStream.range(0, 200).mapToObj(i -> "user-" + i).toList();

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
  @DisplayName("of many buyers of the last unit over two gateways one gets it, the others hear no")
  void oneBuyerGetsIt() {
    for (int round = 1; round <= ROUNDS; round++) {
      sale.open(round, 1);

      List<Reply> answers = sale.rush(round, USERS);

      assertThat(answers).filteredOn(answer -> answer.code().equals("ACCEPTED")).hasSize(1);
      assertThat(answers).filteredOn(answer -> answer.code().equals("SOLD_OUT")).hasSize(199);
      ItemBooks books = sale.settled(round);
      assertThat(books.remaining()).isZero();
      assertThat(books.users()).hasSize(1);
      assertThat(books.orders()).hasSize(1);
    }
  }
}
