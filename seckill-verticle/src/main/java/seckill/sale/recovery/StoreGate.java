package seckill.sale.recovery;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.StoreChoice;
import seckill.runtime.StoreFaults;
import seckill.runtime.StoreFollower;
import seckill.sale.recovery.StoreBooks.Trust;

/**
 * Keeps one till closed from every connect to Redis until the Redis behind it is known to be right.
 *
 * <p>It is, if the books trust this very start of it. If they do not, one of the tills builds every
 * item again and says so in the books; the others wait for that, and take its place should it die.
 */
public final class StoreGate {
  private static final Logger LOG = LoggerFactory.getLogger(StoreGate.class);

  private final Vertx vertx;
  private final StoreFollower follower;
  private final StoreIdentities identities;
  private final StoreBooks books;
  private final StoreRebuild rebuild;
  private final RecoverySettings settings;
  private final Supplier<Future<Void>> beforeOpening;
  private int connects;
  private boolean open;
  private boolean stopped;
  private String why = "Redis was not looked at yet";
  private StoreIdentity trusted;

  /**
   * @param beforeOpening reads the items again, whose epochs may be new
   */
  StoreGate(
      Vertx vertx,
      StoreFollower follower,
      StoreIdentities identities,
      StoreBooks books,
      StoreRebuild rebuild,
      RecoverySettings settings,
      Supplier<Future<Void>> beforeOpening) {
    this.vertx = vertx;
    this.follower = follower;
    this.identities = identities;
    this.books = books;
    this.rebuild = rebuild;
    this.settings = settings;
    this.beforeOpening = beforeOpening;
  }

  /** Whether the Redis behind the link is known to be right. */
  public boolean isOpen() {
    return open;
  }

  /** Fails while it is not, and says why. */
  public Future<Void> requireOpen() {
    return open ? Future.succeededFuture() : Future.failedFuture(why);
  }

  /**
   * Says that there is a new connection; closes at once.
   *
   * @return succeeds once it is open, or once that may take longer
   */
  public Future<Void> connected() {
    connects++;
    open = false;
    why = "Redis is being looked at";
    Promise<Void> first = Promise.promise();
    vertx.setTimer(settings.leaseMillis(), longEnough -> first.tryComplete());
    look(connects, first);
    return first.future();
  }

  /** Looks no more; what is under way is still decided. */
  public void stop() {
    stopped = true;
  }

  private boolean isOver(int connect) {
    return stopped || connect != connects;
  }

  private void look(int connect, Promise<Void> first) {
    if (isOver(connect)) {
      first.tryComplete();
      return;
    }
    Future<StoreIdentity> seen = identities.read();
    Future<Trust> known = books.trust();
    Future.join(seen, known)
        .onComplete(
            read -> {
              if (isOver(connect)) {
                first.tryComplete();
              } else if (read.succeeded()) {
                decide(connect, seen.result(), known.result(), first);
              } else if (seen.succeeded() && seen.result().continues(trusted)) {
                // MySQL is away, and this very start of Redis was found right before.
                opened(seen.result());
                first.tryComplete();
              } else {
                first.tryComplete();
                later(
                    connect,
                    "it is not known whether Redis is right: " + StoreFaults.words(read.cause()),
                    first);
              }
            });
  }

  private void decide(int connect, StoreIdentity seen, Trust trust, Promise<Void> first) {
    StoreChoice choice = follower.choice();
    if (!choice.active().name().equals(trust.store())) {
      first.tryComplete();
      later(connect, "another Redis sells from now on", first);
    } else if (trust.is(StoreBooks.TRUSTED, seen)) {
      open(connect, seen, first);
    } else if (trust.is(StoreBooks.REBUILT, seen)) {
      first.tryComplete();
      awaitOperator(connect, trust, first);
    } else {
      // Not before the last till has left the Redis that sold: its orders would be overlooked.
      follower
          .requireSole()
          .onSuccess(sole -> takeTurn(connect, seen, trust, first))
          .onFailure(
              cause -> {
                first.tryComplete();
                later(connect, cause.getMessage(), first);
              });
    }
  }

  private void open(int connect, StoreIdentity seen, Promise<Void> first) {
    beforeOpening
        .get()
        .onComplete(
            refreshed -> {
              if (isOver(connect)) {
                first.tryComplete();
              } else if (refreshed.failed()) {
                first.tryComplete();
                later(
                    connect,
                    "the items cannot be read: " + StoreFaults.words(refreshed.cause()),
                    first);
              } else {
                opened(seen);
                first.tryComplete();
              }
            });
  }

  private void opened(StoreIdentity seen) {
    if (!seen.continues(trusted)) {
      LOG.info("the Redis with run id {} is right: open", seen.runId());
    }
    trusted = seen;
    open = true;
    why = "";
  }

  private void awaitOperator(int connect, Trust trust, Promise<Void> first) {
    if (settings.byOperator()) {
      later(connect, "everything is built again; an operator has to open the store", first);
    } else {
      books.open(trust).onComplete(done -> look(connect, first));
    }
  }

  private void takeTurn(int connect, StoreIdentity seen, Trust trust, Promise<Void> first) {
    StoreRebuild.Turn turn = rebuild.turn(seen, trust, follower.choice(), () -> isOver(connect));
    turn.run()
        .onComplete(
            done -> {
              if (done.failed()) {
                first.tryComplete();
                later(
                    connect,
                    "cannot build the items again: " + StoreFaults.words(done.cause()),
                    first);
              } else if (done.result()) {
                look(connect, first);
              } else {
                follow(connect, first);
              }
            });
  }

  private void follow(int connect, Promise<Void> first) {
    why = "another till builds the items again";
    LOG.debug("{}: {}", connect, why);
    vertx.setTimer(settings.pollMillis(), again -> look(connect, first));
  }

  private void later(int connect, String reason, Promise<Void> first) {
    if (!reason.equals(why) && !isOver(connect)) {
      why = reason;
      LOG.warn("closed, nothing is sold: {}", reason);
    }
    vertx.setTimer(settings.pollMillis(), again -> look(connect, first));
  }

  /**
   * Opens what is built again and waits for an operator.
   *
   * @return {@code {store, status}}; fails with CONFLICT while it is not built
   */
  Future<JsonObject> openByOperator() {
    return Future.all(identities.read(), books.trust())
        .compose(
            read -> {
              StoreIdentity seen = read.resultAt(0);
              Trust trust = read.resultAt(1);
              if (trust.is(StoreBooks.TRUSTED, seen)) {
                return Future.succeededFuture(trust);
              }
              if (!trust.is(StoreBooks.REBUILT, seen)) {
                throw notBuilt();
              }
              return books.open(trust).map(trust);
            })
        .map(trust -> new JsonObject().put("store", trust.store()).put("status", "OPEN"));
  }

  private SeckillException notBuilt() {
    return new SeckillException(
        Outcome.CONFLICT,
        "the items are not all built again yet" + (why.isEmpty() ? "" : ": " + why));
  }
}
