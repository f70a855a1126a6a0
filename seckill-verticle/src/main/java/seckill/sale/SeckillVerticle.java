package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import seckill.config.MySqlSettings;
import seckill.config.RedisSettings;
import seckill.contract.Addresses;
import seckill.runtime.ClockCheck;
import seckill.runtime.MySqlLink;
import seckill.runtime.RedisLink;
import seckill.runtime.ServiceContext;

/** One till: an event loop with its own connection to Redis; any number may sell one item. */
final class SeckillVerticle extends VerticleBase {
  private final RedisSettings redisSettings;
  private final MySqlSettings mysqlSettings;
  private final SaleSettings sale;
  private final ServiceContext services;
  private final List<Runnable> healthChecks = new ArrayList<>();

  private RedisLink redis;
  private MySqlLink mysql;
  private BusDoor door;

  SeckillVerticle(
      RedisSettings redisSettings,
      MySqlSettings mysqlSettings,
      SaleSettings sale,
      ServiceContext services) {
    this.redisSettings = redisSettings;
    this.mysqlSettings = mysqlSettings;
    this.sale = sale;
    this.services = services;
  }

  @Override
  public Future<?> start() {
    redis = new RedisLink(vertx, redisSettings, "till");
    mysql = new MySqlLink(vertx, mysqlSettings);
    door = new BusDoor(vertx);
    return redis
        .connect()
        .compose(connected -> mysql.awaitReady())
        .compose(ready -> furnish())
        .recover(cause -> closeStores().transform(closed -> Future.failedFuture(cause)));
  }

  private Future<Void> furnish() {
    ItemRepository items = new ItemRepository(mysql, services.clock());
    ItemCatalog catalog = new ItemCatalog(items, sale, services.clock());
    StockStore stock = new StockStore(redis, sale.backlogCap());
    PreheatStore preheats = new PreheatStore(redis, sale.retentionMillis());
    EvictionPolicy eviction = new EvictionPolicy(redis);
    Purchases purchases =
        new Purchases(
            stock,
            catalog::epochOf,
            sale,
            new SaleMetrics(services.meters()),
            services.clock(),
            this::tellSoldOut);
    redis.onStall(purchases::refuseWaiting);
    new BuyerDesk(purchases, stock, items, catalog, new HolderFilters(stock, sale)).openAt(door);
    Preheat preheat =
        new Preheat(items, preheats, new HolderRebuild(preheats, items, sale.pageSize()), eviction);
    new AdminDesk(items, preheat, new KillSwitch(items, preheats), catalog, vertx.eventBus())
        .openAt(door);
    door.listen(Addresses.EVENT_PREHEATED, catalog::refresh);
    door.listen(Addresses.EVENT_ITEM_STATUS, catalog::refresh);
    LiveItems live = new LiveItems(preheats);
    vertx.setPeriodic(
        sale.itemRefreshMillis(),
        tick -> catalog.refresh().onComplete(read -> live.mend(catalog.itemIds())));
    ItemKeysCheck keys = new ItemKeysCheck(stock, catalog, sale.checkedItems());
    vertx.setPeriodic(sale.itemRefreshMillis(), tick -> keys.look());
    warn("items", keys::requireUsable);
    check("clock", clockCheck()::requireSame);
    check("redis", stock::probe);
    check("redis-eviction", eviction::requireNone);
    check("mysql", mysql::requireWritable);
    return catalog.refresh().compose(read -> door.open());
  }

  private ClockCheck clockCheck() {
    return new ClockCheck(redis, services.clock(), redisSettings.maxClockSkewMillis());
  }

  private void check(String name, Supplier<Future<Void>> check) {
    healthChecks.add(services.health().register(name, () -> here(check)));
  }

  private void warn(String name, Supplier<Future<Void>> check) {
    healthChecks.add(services.health().warn(name, () -> here(check)));
  }

  // Health is asked from other event loops; the links belong to this one.
  private Future<Void> here(Supplier<Future<Void>> check) {
    Promise<Void> result = Promise.promise();
    context.runOnContext(arrived -> check.get().onComplete(result));
    return result.future();
  }

  private void tellSoldOut(long itemId) {
    vertx
        .eventBus()
        .publish(Addresses.EVENT_SOLD_OUT, new JsonObject().put("itemId", Long.toString(itemId)));
  }

  @Override
  public Future<?> stop() {
    healthChecks.forEach(Runnable::run);
    return door.close()
        .timeout(redisSettings.commandTimeoutMillis(), TimeUnit.MILLISECONDS)
        .transform(idle -> closeStores());
  }

  private Future<Void> closeStores() {
    return Future.join(redis.close(), mysql.close()).mapEmpty();
  }
}
