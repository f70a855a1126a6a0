package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.concurrent.TimeUnit;
import seckill.config.RunningSettings;
import seckill.contract.Addresses;
import seckill.contract.ItemIds;
import seckill.runtime.ClockWatch;
import seckill.runtime.MySqlLink;
import seckill.runtime.RedisLink;
import seckill.runtime.RedisWriteCheck;
import seckill.runtime.ServiceContext;
import seckill.runtime.StoreFollower;
import seckill.sale.durability.Durability;
import seckill.sale.gate.BlacklistDesk;
import seckill.sale.gate.ChallengeDesk;
import seckill.sale.gate.GateDesk;
import seckill.sale.gate.GateWatch;
import seckill.sale.gate.GlobalBucket;
import seckill.sale.recovery.SaleRecovery;
import seckill.sale.reservation.Limits;
import seckill.sale.reservation.ReservationDesk;
import seckill.sale.reservation.ReservedUsers;
import seckill.sale.room.WaitingRoom;
import seckill.sale.store.StoreOffice;
import seckill.sale.unit.UnitDesk;
import seckill.sale.window.UserWindow;

/** One till: an event loop with its own connection to Redis; any number may sell one item. */
final class SeckillVerticle extends VerticleBase {
  /** An epoch for which every state in Redis is too old. */
  private static final long NEWER_THAN_ANY = ItemIds.MAX;

  private final TillSettings settings;
  private final RunningSettings running;
  private final ServiceContext services;

  private TillHealth health;
  private StoreFollower follower;
  private Durability durability;
  private RedisLink redis;
  private ClockWatch clock;
  private MySqlLink mysql;
  private BusDoor door;
  private WaitingRoom room;
  private ItemCatalog catalog;
  private SaleRecovery recovery;
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
    health = new TillHealth(context, services.health());
    mysql = new MySqlLink(vertx, settings.mysql());
    follower = new StoreFollower(vertx, settings.redis(), mysql);
    redis = new RedisLink(vertx, follower.stores(), "till").onConnect(this::connected);
    clock = ClockWatch.ofRedis(vertx, redis, services, settings.clock());
    durability =
        new Durability(
            vertx,
            follower.stores(),
            settings.redis(),
            settings.durability(),
            redis::server,
            services.meters());
    door = new BusDoor(vertx, services.facts());
    room = new WaitingRoom(vertx, redis, this::epochOf, settings.room(), services);
    return mysql
        .awaitReady()
        .compose(ready -> follower.start())
        .compose(known -> redis.connect())
        .compose(connected -> RedisNeeds.require(redis))
        .compose(allowed -> clock.start())
        .compose(known -> durability.start())
        .compose(safe -> furnish())
        .recover(cause -> closeStores().transform(closed -> Future.failedFuture(cause)));
  }

  // Another Redis, or the same one after a while, may show another time.
  private void connected() {
    clock.look();
    redisIsBack.run();
  }

  private Future<Void> furnish() {
    SaleSettings sale = settings.sale();
    ItemRepository items = new ItemRepository(mysql, services.clock());
    GateRepository gates = new GateRepository(mysql, items, services.clock());
    catalog = new ItemCatalog(items, gates, sale, services.clock());
    LiveItemStore liveItems = new LiveItemStore(redis);
    KeepTimes keep = new KeepTimes(sale.retentionMillis());
    EvictionPolicy eviction = new EvictionPolicy(redis, settings.redis().configMillis());
    SaleNews news = new SaleNews(vertx.eventBus());
    ReservedUsers reserved = new ReservedUsers(mysql, redis, sale.pageSize(), keep::usersExpireAt);
    recovery =
        recovery(
            keep,
            new RecoveryItems(eviction, items, gates, reserved, liveItems),
            new AuditTrail(items));
    StockStore stock = new StockStore(redis, sale.backlogCap(), recovery);
    TermsStore terms = new TermsStore(redis, this::epochOf, keep, news);
    SaleControls controls =
        new SaleControls(
            redis, mysql, items, gates, catalog, reserved, terms, news, sale, services.clock());
    redisIsBack =
        () -> {
          recovery.gate().connected();
          controls.watcher().redisIsBack();
        };
    UserWindow window = new UserWindow(redis, settings.window(), services.meters());
    Purchases purchases =
        new Purchases(
            stock,
            window,
            itemId ->
                mustNotSell(itemId, controls.watcher())
                    ? StockStore.PAUSED
                    : catalog.epochOf(itemId),
            sale,
            new SaleMetrics(services.meters()),
            System::nanoTime,
            news::soldOut,
            durability::holds);
    redis.onStall(purchases::refuseWaiting);
    HolderFilters filters = new HolderFilters(stock, sale);
    new BuyerDesk(purchases, stock, durability, items, catalog, filters, controls.watcher())
        .openAt(door);
    door.listen(Addresses.EVENT_PREHEATED, filters::forget);
    takeReservations(items, reserved, controls.watcher());
    keepBlacklist(items);
    recovery.openAt(door);
    new AdminDesk(items, new Preheat(recovery.recovery()), controls, catalog, news).openAt(door);
    new OperatorBooks(mysql).openAt(door);
    serveUnits(items, news);
    keepStores(new AuditTrail(items));
    watch(catalog, new LiveItems(liveItems), controls);
    RedisWriteCheck writes = new RedisWriteCheck(redis, settings.redis());
    health.check("redis", () -> writes.requireWritable().compose(taken -> stock.probe()));
    health.check("redis-eviction", eviction::requireNoneLately);
    health.check("recovery", recovery::requireOpen);
    watchKeys(stock, catalog);
    keepGate();
    return Future.all(catalog.refresh(), watchGate(new AuditTrail(items), window))
        .compose(read -> controls.watcher().mend().transform(looked -> recovery.gate().connected()))
        .compose(looked -> door.open());
  }

  /** The epoch below which no state of an item counts. */
  private long epochOf(long itemId) {
    return recovery.holdsBack() ? NEWER_THAN_ANY : catalog.epochOf(itemId);
  }

  private SaleRecovery recovery(KeepTimes keep, RecoveryItems items, AuditTrail audit) {
    return new SaleRecovery(
        vertx,
        redis,
        mysql,
        settings.redis(),
        follower,
        items,
        catalog::floorOf,
        catalog::refresh,
        keep,
        new SaleRecovery.Sizes(settings.sale().pageSize(), settings.sale().returnedOrders()),
        settings.recovery(),
        audit,
        services);
  }

  private void takeReservations(
      ItemRepository items, ReservedUsers reserved, ItemControlWatcher controls) {
    SaleSettings sale = settings.sale();
    new ReservationDesk(
            itemId -> items.find(itemId).map(SaleItem::spec),
            reserved,
            controls::missedUsers,
            services.clock(),
            new Limits(sale.maxBatch(), sale.maxInFlight(), sale.maxWaiting()))
        .openAt(door);
  }

  private void keepBlacklist(ItemRepository items) {
    new BlacklistDesk(
            redis,
            new AuditTrail(items),
            vertx.eventBus(),
            services.clock(),
            new BlacklistDesk.Limits(
                settings.sale().maxBlacklist(),
                settings.mysql().maxWaiting() / 2,
                settings.redis().commandTimeoutMillis()))
        .openAt(door);
  }

  private void serveUnits(ItemRepository items, SaleNews news) {
    new UnitDesk(
            redis,
            this::epochOf,
            recovery::holdsBack,
            settings.sale().returnedOrders(),
            new ItemLife(items, services.clock()),
            news,
            System::nanoTime,
            services.meters())
        .openAt(door);
  }

  private boolean mustNotSell(long itemId, ItemControlWatcher controls) {
    return recovery.holdsBack() || controls.holdsBack(itemId) || !follower.maySell();
  }

  /** Sees to it that the right stores are there, and as safe as they have to be. */
  private void keepStores(AuditTrail audit) {
    new StoreOffice(
            vertx,
            mysql,
            settings.redis(),
            follower,
            recovery.gate()::requireOpen,
            audit,
            redis::ping)
        .openAt(door);
    health.check("mysql", mysql::requireWritable);
    health.check("store", follower::requireSole);
    health.check("durability", durability::requireHeld);
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

  /** Serves what the gateways share. */
  private void keepGate() {
    room.openAt(door);
    door.serve(
        Addresses.TIME_GET, body -> Future.succeededFuture(services.clock().reading().toJson()));
    new GlobalBucket(redis).openAt(door);
    new ChallengeDesk(redis, settings.sale().passSweep(), settings.sale().maxListed()).openAt(door);
  }

  private void watch(ItemCatalog catalog, LiveItems live, SaleControls controls) {
    health.warn("item-controls", controls.watcher()::requireTold);
    controls.watcher().register(services.meters());
    door.listen(Addresses.EVENT_PREHEATED, catalog::refresh);
    door.listen(Addresses.EVENT_ITEM_STATUS, catalog::refresh);
    door.listen(Addresses.EVENT_SALE_STATUS, catalog::refresh);
    vertx.setPeriodic(
        settings.sale().itemRefreshMillis(),
        tick ->
            catalog
                .refresh()
                .onSuccess(read -> controls.mend())
                .onComplete(read -> live.mend(catalog.itemIds())));
  }

  private void watchKeys(StockStore stock, ItemCatalog catalog) {
    SaleSettings sale = settings.sale();
    ItemKeysCheck keys = new ItemKeysCheck(stock, catalog, sale.checkedItems());
    vertx.setPeriodic(sale.itemRefreshMillis(), tick -> keys.look());
    health.warn("items", keys::requireUsable);
    health.check("clock", clock::check);
  }

  @Override
  public Future<?> stop() {
    health.close();
    clock.stop();
    room.stop();
    recovery.gate().stop();
    return door.close()
        .timeout(settings.redis().commandTimeoutMillis(), TimeUnit.MILLISECONDS)
        .transform(idle -> closeStores());
  }

  private Future<Void> closeStores() {
    return Future.join(redis.close(), durability.close(), mysql.close()).mapEmpty();
  }
}
