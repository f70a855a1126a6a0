package seckill.sale.recovery;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import seckill.config.RedisSettings;
import seckill.contract.Addresses;
import seckill.contract.ItemIds;
import seckill.runtime.MySqlLink;
import seckill.runtime.RedisLink;
import seckill.runtime.ServiceContext;
import seckill.runtime.StoreFollower;
import seckill.sale.AuditTrail;
import seckill.sale.BusDoor;
import seckill.sale.KeepTimes;

/** The recovery of one till, put together. Belongs to one event loop. */
public final class SaleRecovery {

  private final Recovery recovery;
  private final StoreGate gate;
  private final Floors floors;
  private final SetBackWatch setBack;
  private final RecoveryNews news;
  private final AuditTrail audit;

  /**
   * How much is read and remembered.
   *
   * @param pageSize entries per read
   * @param returnedOrders orders of an item whose unit was given back that Redis remembers
   */
  public record Sizes(int pageSize, int returnedOrders) {}

  /**
   * @param store where Redis is
   * @param follower knows which Redis sells
   * @param booked by the orders of an item in the books; {@link Floor#NONE} if its sale is over, or
   *     it is not known
   * @param refresh reads the items again
   */
  public SaleRecovery(
      Vertx vertx,
      RedisLink redis,
      MySqlLink mysql,
      RedisSettings store,
      StoreFollower follower,
      Recovery.Items items,
      LongFunction<Floor> booked,
      Supplier<Future<Void>> refresh,
      KeepTimes keep,
      Sizes sizes,
      RecoverySettings settings,
      AuditTrail audit,
      ServiceContext services) {
    int pageSize = sizes.pageSize();
    this.news = new RecoveryNews(vertx.eventBus(), services.meters());
    RecoveryBooks books = new RecoveryBooks(mysql, pageSize);
    BuildingStore buildings =
        new BuildingStore(redis, keep, settings.leaseMillis(), sizes.returnedOrders());
    StateReader state = new StateReader(redis, pageSize);
    UnnamedHolders unnamed = new UnnamedHolders(state, buildings, new EndedOrders(mysql));
    this.recovery =
        new Recovery(
            vertx,
            items,
            buildings,
            books,
            new Holders(state, buildings, books, unnamed),
            news,
            settings);
    StoreIdentities identities = new StoreIdentities(redis);
    StoreBooks stores = new StoreBooks(mysql, pageSize);
    StoreRebuild rebuild =
        new StoreRebuild(
            vertx,
            identities,
            stores,
            books,
            recovery,
            new OtherStore(vertx, store),
            news,
            settings,
            audit,
            services.clock(),
            keep.retentionMillis(),
            pageSize);
    this.gate = new StoreGate(vertx, follower, identities, stores, rebuild, settings, refresh);
    this.audit = audit;
    this.floors = new Floors(booked);
    this.setBack = new SetBackWatch(vertx, recovery, gate, floors, news, audit, settings);
  }

  /** Answers operators, and hears of items that others built again. */
  public void openAt(BusDoor door) {
    new RecoveryDesk(recovery, gate, audit).openAt(door);
    door.listen(Addresses.EVENT_PREHEATED, this::built);
    door.listen(Addresses.EVENT_PREHEATED, news::forget);
  }

  private void built(JsonObject fact) {
    setBack.sawWhole(ItemIds.parse(fact.getValue("itemId")));
  }

  public Recovery recovery() {
    return recovery;
  }

  /** Keeps the till closed until Redis is known to be right. */
  public StoreGate gate() {
    return gate;
  }

  /** Whether nothing may be sold now, since Redis is not known to be right. */
  public boolean holdsBack() {
    return !gate.isOpen();
  }

  /** How many purchases of an item were accepted at least. */
  public Floor floorOf(long itemId) {
    return floors.of(itemId);
  }

  /** Takes what Redis said of an item whose state is whole: purchases it knows of. */
  public void sawWhole(long itemId, Floor said) {
    floors.saw(itemId, said);
    setBack.sawWhole(itemId);
  }

  /** Takes that the state of an item, which the books have on sale, is not whole. */
  public void sawBroken(long itemId, String why) {
    setBack.sawBroken(itemId, why);
  }

  /** Fails while something is closed because Redis is not right. */
  public Future<Void> requireOpen() {
    return gate.requireOpen().compose(open -> setBack.requireNone());
  }
}
