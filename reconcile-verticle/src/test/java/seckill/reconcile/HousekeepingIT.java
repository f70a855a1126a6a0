package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.RedisKeys;
import seckill.reconcile.Sale.Order;

class HousekeepingIT extends SaleFixture {
  private Sale old;
  private List<Order> orders;

  @BeforeEach
  void endSale() {
    old = new Sale(redis, mysql, 7, 10, Instant.now().minus(Duration.ofDays(3)));
    orders = old.buyAll(Sale.users("u", 4));
    old.land(orders);
  }

  private boolean kept() {
    boolean stream = redis.number("EXISTS", old.keys.orders()) == 1;
    boolean live = redis.number("SISMEMBER", RedisKeys.DEFAULT.liveItems(), "7") == 1;
    assertThat(live).isEqualTo(stream);
    return stream;
  }

  @Test
  @DisplayName("an expired item with closed books loses its streams and its place in the list")
  void retiresClosedItems() {
    node.run(7);

    assertThat(kept()).isFalse();
    assertThat(redis.number("EXISTS", old.keys.users())).isEqualTo(1);
    assertThat(node.run(7).getString("verdict")).isEqualTo("BALANCED");
  }

  @Test
  @DisplayName("an item whose state is gone after its sale is retired too")
  void retiresVanishedItems() {
    redis.command(
        "UNLINK", old.keys.item(), old.keys.stock(), old.keys.users(), old.keys.receipts());

    node.run(7);

    assertThat(kept()).isFalse();
  }

  @Test
  @DisplayName("an item that has not expired keeps its streams")
  void keepsUnexpiredItems() {
    String tomorrow = Long.toString(Instant.now().plus(Duration.ofDays(1)).toEpochMilli());
    redis.command("HSET", old.keys.item(), RedisKeys.ITEM_EXPIRE_AT, tomorrow);

    node.run(7);

    assertThat(kept()).isTrue();
  }

  @Test
  @DisplayName("an item whose state was lost in the middle of its sale keeps its streams")
  void keepsItemsOnSale() {
    sale.land(sale.buyAll(Sale.users("u", 4)));
    redis.command(
        "UNLINK", sale.keys.item(), sale.keys.stock(), sale.keys.users(), sale.keys.receipts());

    assertThat(node.run(1001).getString("verdict")).isEqualTo("FINDINGS");

    assertThat(redis.number("EXISTS", sale.keys.orders())).isEqualTo(1);
    assertThat(redis.number("SISMEMBER", RedisKeys.DEFAULT.liveItems(), "1001")).isEqualTo(1);
  }

  @Test
  @DisplayName("unread or unacknowledged messages keep the streams")
  void keepsWhatIsOnItsWay() {
    List<Order> late = old.buyAll(List.of("late"));
    node.run(7);
    assertThat(kept()).isTrue();

    old.deliver(1);
    old.commit(late);
    node.run(7);
    assertThat(kept()).isTrue();

    old.acknowledge(late);
    node.run(7);
    assertThat(kept()).isFalse();
  }

  @Test
  @DisplayName("dead letters keep the streams")
  void keepsDeadLetters() {
    old.bury(old.buy("dead"));

    assertThat(node.run(7).getString("verdict")).isEqualTo("BALANCED");

    assertThat(kept()).isTrue();
    assertThat(redis.number("XLEN", old.keys.dead())).isEqualTo(1);
  }

  @Test
  @DisplayName("books that do not balance keep the streams")
  void keepsOpenBooks() {
    delete(orders.get(0));

    assertThat(node.run(7).getString("verdict")).isEqualTo("FINDINGS");

    assertThat(kept()).isTrue();
  }
}
