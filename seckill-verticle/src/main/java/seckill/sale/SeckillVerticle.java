package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import seckill.config.MySqlSettings;
import seckill.config.RedisSettings;
import seckill.contract.Addresses;
import seckill.runtime.MySqlLink;
import seckill.runtime.RedisLink;
import seckill.runtime.ServiceContext;
import seckill.sale.reservation.Limits;
import seckill.sale.reservation.ReservationDesk;
import seckill.sale.reservation.ReservedUsers;
import seckill.sale.room.RoomSettings;
import seckill.sale.room.WaitingRoom;
import seckill.sale.window.UserWindow;
import seckill.sale.window.WindowSettings;

/** One till: an event loop with its own connection to Redis; any number may sell one item. */
final class SeckillVerticle extends VerticleBase {
  private final RedisSettings redisSettings;
  private final MySqlSettings mysqlSettings;
  private final SaleSettings sale;
  private final RoomSettings roomSettings;
  private final WindowSettings windowSettings;
  private final ServiceContext services;
  private final List<Runnable> healthChecks = new ArrayList<>();

  private RedisLink redis;
  private MySqlLink mysql;
  private BusDoor door;
  private WaitingRoom room;

  SeckillVerticle(
      RedisSettings redisSettings,
      MySqlSettings mysqlSettings,
      SaleSettings sale,
      WindowSettings windowSettings,
      RoomSettings roomSettings,
      ServiceContext services) {
    this.redisSettings = redisSettings;
    this.mysqlSettings = mysqlSettings;
    this.sale = sale;
    this.roomSettings = roomSettings;
    this.windowSettings = windowSettings;
    this.services = services;
  }

  @Override
  public Future<?> start() {
    redis = new RedisLink(vertx, redisSettings, "till");
    mysql = new MySqlLink(vertx, mysqlSettings);
    door = new BusDoor(vertx);
    room = new WaitingRoom(vertx, redis, roomSettings, services);
    return redis
        .connect()
        .compose(connected -> mysql.awaitReady())
        .compose(ready -> furnish())
        .recover(cause -> closeStores().transform(closed -> Future.failedFuture(cause)));
  }

  private Future<Void> furnish() {
    ItemRepository items = new ItemRepository(mysql, services.clock());
    GateRepository gates = new GateRepository(mysql, items, services.clock());
    ItemCatalog catalog = new ItemCatalog(items, gates, sale, services.clock());
    StockStore stock = new StockStore(redis, sale.backlogCap());
    PreheatStore preheats = new PreheatStore(redis, sale.retentionMillis());
    EvictionPolicy eviction = new EvictionPolicy(redis);
    SaleNews news = new SaleNews(vertx.eventBus());
    ReservedUsers reserved =
        new ReservedUsers(mysql, redis, sale.pageSize(), preheats::usersExpireAt);
    UserWindow window = new UserWindow(redis, windowSettings, services.meters());
    Purchases purchases =
        new Purchases(
            stock,
            window,
            catalog::epochOf,
            sale,
            new SaleMetrics(services.meters()),
            services.clock(),
            news::soldOut);
    new BuyerDesk(purchases, stock, items, catalog, new HolderFilters(stock, sale)).openAt(door);
    new ReservationDesk(
            itemId -> items.find(itemId).map(SaleItem::spec),
            reserved,
            services.clock(),
            new Limits(sale.maxBatch(), sale.maxInFlight(), sale.maxWaiting()))
        .openAt(door);
    room.openAt(door);
    HolderRebuild holders = new HolderRebuild(preheats, items, sale.pageSize());
    Preheat preheat = new Preheat(items, preheats, holders, gates, reserved, eviction);
    ItemFields fields = new ItemFields(redis);
    AllItems allItems = new AllItems(fields, catalog, sale);
    new AdminDesk(
            items,
            preheat,
            new KillSwitch(items, gates, fields, allItems, news),
            new GateChange(gates, fields, reserved, news),
            catalog,
            news)
        .openAt(door);
    watch(
        catalog, new LiveItems(preheats), new PauseWatch(catalog, items, gates, fields, allItems));
    check("redis", stock::probe);
    check("redis-eviction", eviction::requireNone);
    check("mysql", mysql::ping);
    return catalog.refresh().compose(read -> door.open());
  }

  private void watch(ItemCatalog catalog, LiveItems live, PauseWatch pauses) {
    door.listen(Addresses.EVENT_PREHEATED, catalog::refresh);
    door.listen(Addresses.EVENT_ITEM_STATUS, catalog::refresh);
    door.listen(Addresses.EVENT_SALE_STATUS, catalog::refresh);
    vertx.setPeriodic(
        sale.itemRefreshMillis(),
        tick ->
            catalog
                .refresh()
                .onSuccess(read -> pauses.mend())
                .onComplete(read -> live.mend(catalog.itemIds())));
  }

  // Health is asked from other event loops; the links belong to this one.
  private void check(String name, Supplier<Future<Void>> check) {
    healthChecks.add(
        services
            .health()
            .register(
                name,
                () -> {
                  Promise<Void> result = Promise.promise();
                  context.runOnContext(here -> check.get().onComplete(result));
                  return result.future();
                }));
  }

  @Override
  public Future<?> stop() {
    healthChecks.forEach(Runnable::run);
    room.stop();
    return door.close()
        .timeout(redisSettings.commandTimeoutMillis(), TimeUnit.MILLISECONDS)
        .transform(idle -> closeStores());
  }

  private Future<Void> closeStores() {
    return Future.join(redis.close(), mysql.close()).mapEmpty();
  }
}
