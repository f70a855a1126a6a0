package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.standalone.client.Reply;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class KillSwitchIT {
  private static final long ITEM = 1001;
  private static final Duration EVERYWHERE = Duration.ofSeconds(2);

  private SaleFixture sale;

  @BeforeEach
  void start(TestRedis redis, TestMySql mysql) {
    sale = SaleFixture.inThisJvm(redis, mysql);
  }

  @AfterEach
  void stop() {
    sale.close();
  }

  private static List<String> users(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  private void awaitEverywhere(String code) {
    for (int gateway : new int[] {0, 1}) {
      await()
          .atMost(EVERYWHERE)
          .until(
              () ->
                  SaleFixture.wait(
                          sale.gateway(gateway).buy("" + ITEM, sale.token("probe" + gateway), null))
                      .code()
                      .equals(code));
    }
  }

  @Test
  @DisplayName(
      "switched off it is off everywhere and stays off; what was accepted lands all the same")
  void offAndOnAgain() {
    sale.open(ITEM, 1000);
    List<Reply> before = sale.rush(ITEM, users("before", 200));
    assertThat(before).extracting(Reply::code).containsOnly("ACCEPTED");

    assertThat(SaleFixture.wait(sale.gateway(0).pauseAll()).status()).isEqualTo(200);
    long remaining = sale.books(ITEM).remaining();
    awaitEverywhere("PAUSED");
    assertThat(sale.rush(ITEM, users("off", 200))).extracting(Reply::code).containsOnly("PAUSED");

    sale.services().stop("seckill");
    sale.services().start("seckill");
    sale.services().stop("gateway");
    sale.services().start("gateway");
    assertThat(sale.rush(ITEM, users("still", 200))).extracting(Reply::code).containsOnly("PAUSED");
    assertThat(sale.books(ITEM).remaining()).isEqualTo(remaining).isEqualTo(800);
    assertThat(sale.settled(ITEM).orders()).hasSize(200);

    assertThat(SaleFixture.wait(sale.gateway(1).resumeAll()).status()).isEqualTo(200);
    awaitEverywhere("ACCEPTED");
    assertThat(sale.settled(ITEM).orders()).hasSize(202);
  }
}
