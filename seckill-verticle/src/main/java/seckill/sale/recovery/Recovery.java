package seckill.sale.recovery;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.ItemSpec;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.sale.SaleItem;
import seckill.sale.SaleSwitch;
import seckill.sale.recovery.BuildingStore.Answer;
import seckill.sale.recovery.Holders.Found;

/**
 * Builds an item's state in Redis from the books, the orders under way, and those who heard yes.
 *
 * <p>The item is closed first, and opened last; until then every step can be done again, by this
 * till or by another one. The epoch is raised in the books before anything is built, so that a
 * state from before, wherever it turns up again, sells nothing.
 */
public final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  private static final String BUILT = "BUILT";
  private static final String OVERSOLD = "OVERSOLD";

  private final Vertx vertx;
  private final Items items;
  private final BuildingStore store;
  private final RecoveryBooks books;
  private final Holders holders;
  private final RecoveryNews news;
  private final RecoverySettings settings;

  /** What a recovery needs of the rest of the till. */
  public interface Items {
    /** Fails if Redis must not be built on. */
    Future<Void> requireFit();

    Future<SaleItem> find(long itemId);

    /** The switch for all items. */
    Future<SaleSwitch> saleSwitch();

    /** Enters everybody who registered. */
    Future<Void> register(ItemSpec item);

    /** Enters those who registered and are missing. */
    Future<Void> completeRegistered(ItemSpec item);

    /** Notes the epoch and makes the item known to consumers; tells its status. */
    Future<String> announce(long itemId, long epoch);
  }

  Recovery(
      Vertx vertx,
      Items items,
      BuildingStore store,
      RecoveryBooks books,
      Holders holders,
      RecoveryNews news,
      RecoverySettings settings) {
    this.vertx = vertx;
    this.items = items;
    this.store = store;
    this.books = books;
    this.holders = holders;
    this.news = news;
    this.settings = settings;
  }

  /** Fails if Redis must not be built on. */
  Future<Void> requireFit() {
    return items.requireFit();
  }

  /** How many users Redis knows to hold a unit of an item; -1 if it cannot tell. */
  Future<Long> holders(long itemId) {
    return holders.known(itemId);
  }

  /** Looks at an item, and builds its state if there is occasion to. */
  public Future<Recovered> run(long itemId, Occasion occasion) {
    return run(itemId, occasion, Floor.NONE, null);
  }

  /**
   * Looks at an item, and builds its state if there is occasion to. Waits while another does.
   *
   * @param least purchases that were accepted at least
   * @param old another Redis that sold before and may hold orders that are not written; or null
   * @return fails with NOT_FOUND; with CONFLICT for a draft, unless it is preheated, and if there
   *     are more holders than units; with ENDED if there is nothing to be built any more; with
   *     DEGRADED if Redis must not be built on. The item stays closed then; one with too many
   *     holders ({@link OversoldException}) until they fit.
   */
  Future<Recovered> run(long itemId, Occasion occasion, Floor least, StateReader old) {
    return begin(itemId, occasion, least, old)
        .compose(attempt -> attempt.close().compose(attempt::decide));
  }

  /**
   * Closes an item whose state is not whole, for every till, and leaves it so. Fails as {@link
   * #run} does.
   */
  Future<Void> shut(long itemId, Floor least) {
    return begin(itemId, Occasion.SET_BACK, least, null)
        .compose(attempt -> attempt.close().compose(attempt::leave));
  }

  private Future<Attempt> begin(long itemId, Occasion occasion, Floor least, StateReader old) {
    return items
        .requireFit()
        .compose(fit -> Future.all(items.find(itemId), items.saleSwitch()))
        .map(
            read -> {
              SaleItem item = read.resultAt(0);
              if (item.status().equals(SaleItem.DRAFT) && occasion != Occasion.PREHEAT) {
                throw new SeckillException(
                    Outcome.CONFLICT, "item " + itemId + " is not preheated");
              }
              return new Attempt(Building.of(item), read.resultAt(1), occasion, least, old);
            });
  }

  /** One look at one item. */
  private final class Attempt {
    private final Building building;
    private final SaleSwitch all;
    private final Occasion occasion;
    private final Floor least;
    private final StateReader old;

    Attempt(Building building, SaleSwitch all, Occasion occasion, Floor least, StateReader old) {
      this.building = building;
      this.all = all;
      this.occasion = occasion;
      this.least = least;
      this.old = old;
    }

    private Future<Answer> close() {
      return store.close(building, occasion.always(), least, all);
    }

    private Future<Void> leave(Answer seen) {
      return switch (seen.word()) {
        case "CLOSED" -> store.giveUp(building);
        case "ACTIVE", "BUSY" -> Future.succeededFuture();
        default -> Future.failedFuture(Refusals.of(building.itemId(), seen));
      };
    }

    private Future<Recovered> decide(Answer seen) {
      return switch (seen.word()) {
        case "ACTIVE" ->
            items
                .completeRegistered(building.item().spec())
                .compose(complete -> items.announce(building.itemId(), seen.epoch()))
                .map(status -> recovered(status, seen, new Found(), false));
        case "CLOSED" -> news.of(building.itemId(), held(() -> rebuild(seen.epoch())));
        case "BUSY" -> later(Long.parseLong(seen.detail()));
        default -> Future.failedFuture(Refusals.of(building.itemId(), seen));
      };
    }

    private Future<Recovered> later(long millis) {
      return vertx
          .timer(Math.max(1, Math.min(millis, settings.pollMillis())))
          .compose(waited -> again());
    }

    private Future<Recovered> again() {
      return run(building.itemId(), occasion, least, old);
    }

    /** Shows that the building goes on while it does, and gives it up if it fails. */
    private Future<Recovered> held(Supplier<Future<Recovered>> work) {
      long timer =
          vertx.setPeriodic(Math.max(1, settings.leaseMillis() / 3), tick -> store.hold(building));
      return work.get()
          .onComplete(done -> vertx.cancelTimer(timer))
          .recover(cause -> store.giveUp(building).transform(given -> after(cause)));
    }

    private Future<Recovered> after(Throwable cause) {
      if (cause instanceof TakenOverException) {
        LOG.info("{}", cause.getMessage());
        return again();
      }
      return Future.failedFuture(cause);
    }

    private Future<Recovered> rebuild(long redisEpoch) {
      LOG.info("item {} is closed and built again ({})", building.itemId(), occasion);
      SaleItem item = building.item();
      Future<Long> epoch =
          item.status().equals(SaleItem.DRAFT)
              ? Future.succeededFuture(Math.max(item.epoch(), redisEpoch))
              : books.raiseEpoch(item.itemId(), redisEpoch);
      return epoch.compose(
          raised ->
              items
                  .register(item.spec())
                  .compose(registered -> holders.enter(building, old))
                  .compose(found -> build(raised, found)));
    }

    // The books may have changed meanwhile: more units, another end, a pause.
    private Future<Recovered> build(long epoch, Found found) {
      return Future.all(items.find(building.itemId()), items.saleSwitch())
          .compose(
              read ->
                  store.build(
                      building,
                      read.resultAt(0),
                      epoch,
                      found.atLeast(),
                      least.accepted(),
                      read.resultAt(1)))
          .compose(
              built ->
                  switch (built.word()) {
                    case BUILT, OVERSOLD -> open(built, found);
                    case "TAKEN" -> anew("another till has taken over");
                    case "MISSING" -> anew("holders that were entered have vanished");
                    default -> Future.failedFuture(Refusals.of(building.itemId(), built));
                  });
    }

    private Future<Recovered> anew(String why) {
      return Future.failedFuture(new TakenOverException(building.itemId(), why));
    }

    // Announced before it sells, so that no order lies in a stream that nobody looks for; and the
    // switch is read once it is: a pause of all items from now on reaches it.
    private Future<Recovered> open(Answer built, Found found) {
      return items
          .announce(building.itemId(), built.epoch())
          .compose(
              status ->
                  items
                      .saleSwitch()
                      .compose(now -> store.open(building, built.epoch(), status, now.status()))
                      .map(
                          opened -> {
                            if (!opened) {
                              throw new TakenOverException(
                                  building.itemId(), "another till has taken over");
                            }
                            if (built.word().equals(OVERSOLD)) {
                              throw Refusals.of(building.itemId(), built);
                            }
                            return recovered(status, built, found, true);
                          }));
    }

    private Recovered recovered(String status, Answer answer, Found found, boolean rebuilt) {
      if (rebuilt) {
        LOG.info(
            "item {} is built: stock {}, epoch {}, {}; holders: {} by orders, {} by messages,"
                + " {} brought; {} taken out",
            building.itemId(),
            answer.stock(),
            answer.epoch(),
            status,
            found.booked(),
            found.unwritten(),
            found.brought(),
            found.forgotten());
      }
      return new Recovered(
          building.itemId(),
          status,
          answer.stock(),
          answer.epoch(),
          rebuilt,
          rebuilt ? building.item().units() - answer.stock() : 0,
          found.forgotten(),
          found.brought());
    }
  }
}
