package seckill.sale.gate;

import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Instant;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.contract.BlacklistKey;
import seckill.contract.Json;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.RedisLink;
import seckill.sale.AuditTrail;
import seckill.sale.Audited;
import seckill.sale.BusDoor;
import seckill.sale.Requests;

/** Keeps the blacklist for all gateways, and tells them each change. */
public final class BlacklistDesk {
  private static final Logger LOG = LoggerFactory.getLogger(BlacklistDesk.class);
  private static final Set<String> KEY_FIELDS = Set.of("kind", "value", "actor");
  private static final Set<String> LIST_FIELDS = Set.of("version", "cursor", "limit", "brief");
  private static final int MAX_PAGE = 1000;
  private static final long UNKNOWN = -1;

  private final BlacklistStore store;
  private final AuditTrail audit;
  private final EventBus bus;
  private final DeliveryOptions soon;
  private final int maxChanges;
  private final Clock clock;
  private int changes;

  /**
   * What a desk takes.
   *
   * @param entries that the list may have
   * @param changes that may be under way; the books take no more at a time
   * @param queueTimeoutMillis how long a ban waits until the user is out of every queue
   */
  public record Limits(int entries, int changes, long queueTimeoutMillis) {}

  /** A desk of one event loop. */
  public BlacklistDesk(
      RedisLink redis, AuditTrail audit, EventBus bus, Clock clock, Limits limits) {
    this.store = new BlacklistStore(redis, limits.entries());
    this.audit = audit;
    this.bus = bus;
    this.soon = new DeliveryOptions().setSendTimeout(limits.queueTimeoutMillis());
    this.maxChanges = limits.changes();
    this.clock = clock;
  }

  /** Takes requests from now on. */
  public void openAt(BusDoor door) {
    door.serve(Addresses.BLACKLIST_LIST, body -> list(Requests.json(body)));
    door.serve(Addresses.BLACKLIST_ADD, body -> change(Requests.json(body), this::add));
    door.serve(Addresses.BLACKLIST_REMOVE, body -> change(Requests.json(body), this::remove));
  }

  private Future<JsonObject> list(JsonObject json) {
    Json.requireOnly(json, LIST_FIELDS);
    String cursor = cursor(Json.text(json, "cursor"));
    long limit = Json.integer(json, "limit", MAX_PAGE);
    if (limit < 1 || limit > MAX_PAGE) {
      throw SeckillException.badRequest("limit must be an integer from 1 to " + MAX_PAGE);
    }
    boolean brief = Boolean.TRUE.equals(json.getValue("brief"));
    long known = Json.integer(json, "version", UNKNOWN);
    // Read first: what changes after it has a later version, and is asked for again.
    return store
        .version()
        .compose(
            version ->
                version == known && cursor.equals(BlacklistStore.START)
                    ? Future.succeededFuture(reply(version).put("unchanged", true))
                    : store
                        .page(cursor, (int) limit, clock.instant())
                        .map(page -> reply(version, page, brief)));
  }

  private static String cursor(String text) {
    if (text == null) {
      return BlacklistStore.START;
    }
    // Redis refuses a number beyond 64 bits, which would look like a fault of Redis.
    if (!text.matches("[0-9]{1,20}") || new BigInteger(text).bitLength() > Long.SIZE) {
      throw SeckillException.badRequest("cursor must be one that was given");
    }
    return text;
  }

  private static JsonObject reply(long version) {
    return new JsonObject().put("version", version);
  }

  private static JsonObject reply(long version, BlacklistStore.Page page, boolean brief) {
    JsonArray entries = new JsonArray();
    page.entries().forEach(entry -> entries.add(brief ? entry.brief() : entry.toJson()));
    JsonObject reply = reply(version).put("entries", entries);
    return page.cursor().equals(BlacklistStore.START) ? reply : reply.put("cursor", page.cursor());
  }

  // A change that cannot be written down must not be made.
  private Future<JsonObject> change(
      JsonObject json, Function<JsonObject, Future<JsonObject>> work) {
    if (changes == maxChanges) {
      throw new SeckillException(
          Outcome.BUSY, "too many changes at once; nothing was done, please repeat this one");
    }
    changes++;
    return Future.succeededFuture(json).compose(work).onComplete(done -> changes--);
  }

  private Future<JsonObject> add(JsonObject json) {
    // Milliseconds are what is told.
    Instant now = Instant.ofEpochMilli(clock.millis());
    BlacklistEntry entry = BlacklistEntry.requested(json, now);
    return audit.of(
        entry.by(),
        "blacklist-add",
        AuditTrail.NO_ITEM,
        store
            .put(entry)
            .onSuccess(change -> tell(change, entry.brief()))
            .compose(change -> showOut(entry).map(change))
            .map(
                change ->
                    Audited.of(
                        entry.toJson().put("version", change.version()),
                        toJson(change.old()),
                        entry.toJson())));
  }

  private Future<JsonObject> remove(JsonObject json) {
    Json.requireOnly(json, KEY_FIELDS);
    BlacklistKey key = BlacklistKey.fromJson(json);
    return audit.of(
        Requests.actor(json),
        "blacklist-remove",
        AuditTrail.NO_ITEM,
        store
            .remove(key)
            .onSuccess(change -> tell(change, key.toJson().put("removed", true)))
            .map(
                change ->
                    Audited.of(
                        key.toJson().put("version", change.version()),
                        toJson(change.old()),
                        null)));
  }

  private static JsonObject toJson(BlacklistEntry entry) {
    return entry == null ? null : entry.toJson();
  }

  private void tell(BlacklistStore.Change change, JsonObject news) {
    bus.publish(
        Addresses.EVENT_BLACKLIST,
        news.put("version", change.version()).put("before", change.before()));
  }

  // Who is blocked waits in no room and holds no admission. The ban stands whatever comes of this.
  private Future<Void> showOut(BlacklistEntry entry) {
    if (entry.key().kind() != BlacklistKey.Kind.USER) {
      return Future.succeededFuture();
    }
    return bus.request(
            Addresses.QUEUE_LEAVE,
            new JsonObject().put("userId", entry.key().value()).put("everywhere", true),
            soon)
        .<Void>mapEmpty()
        .recover(
            e -> {
              LOG.warn("a blocked user may still have a place in a queue: {}", e.getMessage());
              return Future.succeededFuture();
            });
  }
}
