package seckill.gateway.blacklist;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.AddressRange;
import seckill.contract.BlacklistKey;

/**
 * Keeps a {@link Blacklist} as the till has it: applies the changes that are told, and asks from
 * time to time whether one was missed. Belongs to one event loop.
 *
 * <p>A told change says which version it was made to. If that is not the one known here, something
 * was missed, and the whole list is read.
 */
final class BlacklistFollower {
  private static final Logger LOG = LoggerFactory.getLogger(BlacklistFollower.class);
  private static final long NONE = -1;

  private final Blacklist blacklist;
  private final Function<JsonObject, Future<JsonObject>> till;
  private final int maxBuffered;
  private final Deque<BlacklistChange> heardMeanwhile = new ArrayDeque<>();
  private long version = NONE;
  private boolean reading;

  /**
   * A follower that knows nothing yet.
   *
   * @param till answers a request for the list
   * @param maxBuffered changes kept while the list is read; beyond it the list is read again
   */
  BlacklistFollower(
      Blacklist blacklist, Function<JsonObject, Future<JsonObject>> till, int maxBuffered) {
    this.blacklist = blacklist;
    this.till = till;
    this.maxBuffered = maxBuffered;
  }

  /** Whether a list was read at all. */
  boolean knowsAList() {
    return version != NONE;
  }

  /** Asks whether the version known here is still the right one, and reads the list if not. */
  Future<Void> refresh() {
    if (reading) {
      return Future.succeededFuture();
    }
    reading = true;
    return ask(new JsonObject().put("version", version))
        .compose(reply -> reply.containsKey("unchanged") ? same() : read(reply))
        .onComplete(done -> reading = false)
        .onFailure(e -> LOG.debug("the blacklist of before counts on: {}", e.getMessage()))
        .onComplete(done -> catchUp());
  }

  private Future<JsonObject> ask(JsonObject request) {
    return till.apply(request.put("brief", true));
  }

  private static Future<Void> same() {
    return Future.succeededFuture();
  }

  private Future<Void> read(JsonObject firstPage) {
    return readOn(firstPage, new HashMap<>())
        .map(
            entries -> {
              blacklist.replace(list(entries));
              version = firstPage.getLong("version");
              LOG.info("the blacklist has {} entries in version {}", blacklist.size(), version);
              return null;
            });
  }

  private Future<Map<BlacklistKey, Long>> readOn(JsonObject page, Map<BlacklistKey, Long> entries) {
    JsonArray more = page.getJsonArray("entries");
    for (int i = 0; i < more.size(); i++) {
      JsonObject entry = more.getJsonObject(i);
      entries.put(BlacklistKey.fromJson(entry), BlacklistChange.until(entry));
    }
    String cursor = page.getString("cursor");
    return cursor == null
        ? Future.succeededFuture(entries)
        : ask(new JsonObject().put("cursor", cursor)).compose(next -> readOn(next, entries));
  }

  // Networks at once: each of them alone would build their table anew.
  private static BlockedList list(Map<BlacklistKey, Long> entries) {
    Map<AddressRange, Long> networks = new HashMap<>();
    entries.forEach(
        (key, until) -> {
          if (key.kind() == BlacklistKey.Kind.NETWORK) {
            networks.put(AddressRange.parse(key.value()), until);
          }
        });
    BlockedList list = new BlockedList(networks);
    entries.forEach(
        (key, until) -> {
          if (key.kind() != BlacklistKey.Kind.NETWORK) {
            list.set(key, until);
          }
        });
    return list;
  }

  /** Hears of a change. */
  void heard(BlacklistChange news) {
    if (!reading) {
      follow(news);
    } else if (heardMeanwhile.size() < maxBuffered) {
      heardMeanwhile.add(news);
    }
  }

  private void catchUp() {
    for (BlacklistChange news = heardMeanwhile.poll();
        news != null && !reading;
        news = heardMeanwhile.poll()) {
      follow(news);
    }
  }

  private void follow(BlacklistChange news) {
    if (news.version() <= version) {
      return;
    }
    if (news.before() != version) {
      refresh();
      return;
    }
    blacklist.list().set(news.key(), news.until());
    version = news.version();
  }
}
