package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.config.MySqlSettings;
import seckill.config.RedisSettings;
import seckill.config.SettingsLoader;
import seckill.contract.ItemSpec;
import seckill.contract.Outcome;
import seckill.runtime.Health;
import seckill.runtime.MySqlLink;
import seckill.runtime.RedisLink;
import seckill.runtime.ServiceContext;
import seckill.runtime.StoreFollower;
import seckill.sale.recovery.Floor;
import seckill.sale.recovery.Occasion;
import seckill.sale.recovery.Recovery;
import seckill.sale.recovery.RecoverySettings;
import seckill.sale.recovery.SaleRecovery;
import seckill.sale.reservation.ReservedUsers;
import seckill.testkit.TestVertx;

/** A recovery ends in the middle, at every one of its steps. */
class RecoverCrashIT extends RecoverCase {
  private static final String CRASH = "crash";

  /** Fails at one of its calls. */
  private static final class Crashing implements Recovery.Items {
    private final Recovery.Items items;
    private final AtomicInteger left;

    Crashing(Recovery.Items items, int calls) {
      this.items = items;
      this.left = new AtomicInteger(calls);
    }

    private <T> Future<T> or(Supplier<Future<T>> call) {
      return left.getAndDecrement() == 0 ? Future.failedFuture(CRASH) : call.get();
    }

    boolean hasCrashed() {
      return left.get() < 0;
    }

    @Override
    public Future<Void> requireFit() {
      return or(items::requireFit);
    }

    @Override
    public Future<SaleItem> find(long itemId) {
      return or(() -> items.find(itemId));
    }

    @Override
    public Future<SaleSwitch> saleSwitch() {
      return or(items::saleSwitch);
    }

    @Override
    public Future<Void> register(ItemSpec item) {
      return or(() -> items.register(item));
    }

    @Override
    public Future<Void> completeRegistered(ItemSpec item) {
      return or(() -> items.completeRegistered(item));
    }

    @Override
    public Future<String> announce(long itemId, long epoch) {
      return or(() -> items.announce(itemId, epoch));
    }
  }

  @Test
  @DisplayName("wherever a recovery ends, the item is closed or right, and the next one finishes")
  void atEveryStep() {
    Vertx vertx = till.vertx;
    JsonObject settings =
        new SettingsLoader("seckill")
            .load(
                new JsonObject()
                    .put("redis", new JsonObject().put("url", redis.url()))
                    .put("mysql", new JsonObject().put("url", mysql.url()).put("poolSize", 2))
                    .mergeIn(lease(300)),
                Map.of());
    RedisLink link = new RedisLink(vertx, RedisSettings.of(settings), "test");
    MySqlLink books = new MySqlLink(vertx, MySqlSettings.of(settings));
    TestVertx.await(link.connect());
    try {
      till.sell(ITEM, 10);
      sellTo(0, 6);
      pen.land(4);
      pen.cancel("u1", "CANCELLED", true);
      int steps = 0;
      Crashing items;
      do {
        items = new Crashing(items(link, books), steps++);
        Recovery recovery = recovery(link, books, items, settings).recovery();
        Future<?> run = recovery.run(ITEM, Occasion.RECOVER);
        if (TestVertx.await(run.transform(done -> Future.succeededFuture(done.failed())))) {
          assertThat(run.cause()).hasMessageContaining(CRASH);
        }
        assertThat(till.buy(ITEM, "u0").outcome()).isEqualTo(Outcome.DUPLICATE);
        boolean closed = redis.command("HGET", KEYS.item(), "loading") != null;
        assertThat(till.buy(ITEM, "probe" + steps).outcome())
            .isEqualTo(closed ? Outcome.PAUSED : Outcome.ACCEPTED);
        if (!closed) {
          // What was bought proves that it sells; the same number of units is left each time.
          redis.command("SREM", KEYS.users(), "probe" + steps);
          redis.command("HDEL", KEYS.receipts(), "probe" + steps);
          String last =
              redis
                  .command("XREVRANGE", KEYS.orders(), "+", "-", "COUNT", "1")
                  .get(0)
                  .get(0)
                  .toString();
          redis.command("XDEL", KEYS.orders(), last);
        }
      } while (items.hasCrashed());
      assertThat(steps).isGreaterThan(7);
      recover();
      assertHolders(10, "u0", "u2", "u3", "u4", "u5");
    } finally {
      TestVertx.await(Future.join(link.close(), books.close()));
    }
  }

  private static Recovery.Items items(RedisLink link, MySqlLink books) {
    ItemRepository items = new ItemRepository(books, Clock.systemUTC());
    return new RecoveryItems(
        new EvictionPolicy(link, 0),
        items,
        new GateRepository(books, items, Clock.systemUTC()),
        new ReservedUsers(books, link, 3, item -> Long.MAX_VALUE),
        new LiveItemStore(link));
  }

  private SaleRecovery recovery(
      RedisLink link, MySqlLink books, Recovery.Items items, JsonObject settings) {
    return new SaleRecovery(
        till.vertx,
        link,
        books,
        RedisSettings.of(settings),
        new StoreFollower(till.vertx, RedisSettings.of(settings), books),
        items,
        itemId -> Floor.NONE,
        Future::succeededFuture,
        new KeepTimes(7_200_000),
        new SaleRecovery.Sizes(3, 100),
        RecoverySettings.of(settings),
        new AuditTrail(new ItemRepository(books, Clock.systemUTC())),
        new ServiceContext(till.meters, new Health(), Clock.systemUTC()));
  }
}
