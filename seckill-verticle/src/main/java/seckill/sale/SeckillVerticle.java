package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import seckill.config.RunningSettings;
import seckill.contract.Addresses;
import seckill.runtime.ClockCheck;
import seckill.runtime.MySqlLink;
import seckill.runtime.RedisLink;
import seckill.runtime.ServiceContext;
import seckill.sale.gate.BlacklistDesk;
import seckill.sale.gate.ChallengeDesk;
import seckill.sale.gate.GateDesk;
import seckill.sale.gate.GateWatch;
import seckill.sale.gate.GlobalBucket;
import seckill.sale.reservation.Limits;
import seckill.sale.reservation.ReservationDesk;
import seckill.sale.reservation.ReservedUsers;
import seckill.sale.room.WaitingRoom;
import seckill.sale.unit.UnitDesk;
import seckill.sale.window.UserWindow;

/** One till: an event loop with its own connection to Redis; any number may sell one item. */
final class SeckillVerticle extends VerticleBase {
  private final TillSettings settings;
  private final RunningSettings running;
  private final ServiceContext services;
  private final List<Runnable> healthChecks = new ArrayList<>();

  private RedisLink redis;
  private MySqlLink mysql;
  private BusDoor door;
  private WaitingRoom room;
  private Runnable redisIsBack = () -> {};

  /**
   * @param running the settings in force of layers that can be changed, for all event loops
   */
  SeckillVerticle(TillSettings settings, RunningSettings running, ServiceContext services) {
    this.settings = settings;
    this.running = running;
    this.services = services;
  }

  @Override
  public Future<?> start() {
    redis = new RedisLink(vertx, settings.redis(), "till").onConnect(() -> redisIsBack.run());
    mysql = new MySqlLink(vertx, settings.mysql());
    door = new BusDoor(vertx);
    room = new WaitingRoom(vertx, redis, settings.room(), services);
    return redis
        .connect()
        .compose(connected -> mysql.awaitReady())
        .compose(ready -> furnish())
        .recover(cause -> closeStores().transform(closed -> Future.failedFuture(cause)));
  }

  private Future<Void> furnish() {
    SaleSettings sale = settings.sale();
    ItemRepository items = new ItemRepository(mysql, services.clock());
    GateRepository gates = new GateRepository(mysql, items, services.clock());
    ItemCatalog catalog = new ItemCatalog(items, gates, sale, services.clock());
    StockStore stock = new StockStore(redis, sale.backlogCap());
    PreheatStore preheats = new PreheatStore(redis, sale.retentionMillis());
    EvictionPolicy eviction = new EvictionPolicy(redis);
    SaleNews news = new SaleNews(vertx.eventBus());
    ReservedUsers reserved =
        new ReservedUsers(mysql, redis, sale.pageSize(), preheats::usersExpireAt);
    ItemFields fields = new ItemFields(redis);
    AllItems allItems = new AllItems(fields, catalog, sale);
    PauseWatch pauses = new PauseWatch(catalog, items, gates, fields, allItems);
    redisIsBack = pauses::redisIsBack;
    UserWindow window = new UserWindow(redis, settings.window(), services.meters());
    Purchases purchases =
        new Purchases(
            stock,
            window,
            itemId -> pauses.holdsBack(itemId) ? StockStore.PAUSED : catalog.epochOf(itemId),
            sale,
            new SaleMetrics(services.meters()),
            services.clock(),
            news::soldOut);
    redis.onStall(purchases::refuseWaiting);
    new BuyerDesk(purchases, stock, items, catalog, new HolderFilters(stock, sale)).openAt(door);
    new ReservationDesk(
            itemId -> items.find(itemId).map(SaleItem::spec),
            reserved,
            services.clock(),
            new Limits(sale.maxBatch(), sale.maxInFlight(), sale.maxWaiting()))
        .openAt(door);
    new BlacklistDesk(
            redis,
            new AuditTrail(items),
            vertx.eventBus(),
            services.clock(),
            new BlacklistDesk.Limits(
                sale.maxBlacklist(),
                settings.mysql().maxWaiting() / 2,
                settings.redis().commandTimeoutMillis()))
        .openAt(door);
    HolderRebuild holders = new HolderRebuild(preheats, items, sale.pageSize());
    Preheat preheat = new Preheat(items, preheats, holders, gates, reserved, eviction);
    TermsStore terms = new TermsStore(redis, preheats, news);
    new AdminDesk(
            items,
            preheat,
            new KillSwitch(items, gates, fields, allItems, news),
            new GateChange(gates, fields, reserved, news),
            new TermsChanges(
                new TermsRepository(mysql, items, services.clock()), terms, catalog, news),
            catalog,
            news)
        .openAt(door);
    serveUnits(catalog, new ItemLife(items, preheats), news);
    watch(
        catalog,
        new LiveItems(preheats),
        pauses,
        new TermsWatch(terms, catalog, sale.checkedItems()));
    check("redis", stock::probe);
    check("redis-eviction", eviction::requireNone);
    check("mysql", mysql::requireWritable);
    watchKeys(stock, catalog);
    keepGate();
    return Future.all(catalog.refresh(), watchGate(new AuditTrail(items), window))
        .compose(read -> pauses.mend().transform(looked -> door.open()));
  }

  /** Follows what operators change in the gate; the first look is over when it succeeds. */
  private Future<Void> watchGate(AuditTrail audit, UserWindow window) {
    running.register(window);
    running.register(room);
    new GateDesk(redis, audit, running, vertx.eventBus(), services.clock()).openAt(door);
    GateWatch watch = new GateWatch(redis, running);
    door.listen(Addresses.EVENT_GATE, watch::look);
    vertx.setPeriodic(settings.gateRefreshMillis(), tick -> watch.look());
    return watch.look();
  }

  /** Serves the keeper of the orders. */
  private void serveUnits(ItemCatalog catalog, ItemLife books, SaleNews news) {
    new UnitDesk(redis, catalog::epochOf, books, news, services.clock(), services.meters())
        .openAt(door);
  }

  /** Serves what the gateways share. */
  private void keepGate() {
    room.openAt(door);
    new GlobalBucket(redis).openAt(door);
    new ChallengeDesk(redis, settings.sale().passSweep(), settings.sale().maxListed()).openAt(door);
  }

  private void watch(ItemCatalog catalog, LiveItems live, PauseWatch pauses, TermsWatch terms) {
    door.listen(Addresses.EVENT_PREHEATED, catalog::refresh);
    door.listen(Addresses.EVENT_ITEM_STATUS, catalog::refresh);
    door.listen(Addresses.EVENT_SALE_STATUS, catalog::refresh);
    vertx.setPeriodic(
        settings.sale().itemRefreshMillis(),
        tick ->
            catalog
                .refresh()
                .onSuccess(read -> pauses.mend())
                .onSuccess(read -> terms.look())
                .onComplete(read -> live.mend(catalog.itemIds())));
  }

  private void watchKeys(StockStore stock, ItemCatalog catalog) {
    SaleSettings sale = settings.sale();
    ItemKeysCheck keys = new ItemKeysCheck(stock, catalog, sale.checkedItems());
    vertx.setPeriodic(sale.itemRefreshMillis(), tick -> keys.look());
    warn("items", keys::requireUsable);
    ClockCheck clock =
        new ClockCheck(redis, services.clock(), settings.redis().maxClockSkewMillis());
    check("clock", clock::requireSame);
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

  @Override
  public Future<?> stop() {
    healthChecks.forEach(Runnable::run);
    room.stop();
    return door.close()
        .timeout(settings.redis().commandTimeoutMillis(), TimeUnit.MILLISECONDS)
        .transform(idle -> closeStores());
  }

  private Future<Void> closeStores() {
    return Future.join(redis.close(), mysql.close()).mapEmpty();
  }
}
