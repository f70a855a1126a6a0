package seckill.gateway.blacklist;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.json.JsonObject;
import java.util.function.Function;
import seckill.contract.Addresses;
import seckill.runtime.Health;
import seckill.runtime.inbound.Facts;

/** Follows the blacklist of the till for all event loops of a gateway. */
public final class BlacklistVerticle extends VerticleBase {
  private final Facts facts;
  private final Blacklist blacklist;
  private final Function<JsonObject, Future<JsonObject>> till;
  private final BlacklistSettings settings;
  private final Health health;
  private Runnable unregister = () -> {};

  /**
   * A verticle for one gateway.
   *
   * @param till answers a request for the list
   */
  public BlacklistVerticle(
      Facts facts,
      Blacklist blacklist,
      Function<JsonObject, Future<JsonObject>> till,
      BlacklistSettings settings,
      Health health) {
    this.facts = facts;
    this.blacklist = blacklist;
    this.till = till;
    this.settings = settings;
    this.health = health;
  }

  /**
   * Tries to read the list once; without a till the gateway starts all the same, and is not ready.
   */
  @Override
  public Future<?> start() {
    BlacklistFollower follower = new BlacklistFollower(blacklist, till, settings.maxBuffered());
    unregister =
        health.register(
            "blacklist",
            () ->
                follower.knowsAList()
                    ? Future.succeededFuture()
                    : Future.failedFuture("the blacklist was not read yet"));
    vertx.setPeriodic(settings.refreshMillis(), tick -> follower.refresh());
    return facts
        .hear(vertx, Addresses.EVENT_BLACKLIST, news -> follower.heard(BlacklistChange.of(news)))
        .compose(listening -> follower.refresh().otherwiseEmpty());
  }

  @Override
  public Future<?> stop() {
    unregister.run();
    return Future.succeededFuture();
  }
}
