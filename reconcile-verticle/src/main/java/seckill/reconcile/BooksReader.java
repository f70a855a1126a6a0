package seckill.reconcile;

import io.vertx.core.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** Reads the numbers of one item from both stores. */
final class BooksReader {
  private final RedisBooks redis;
  private final SqlBooks sql;
  private final MessageWalk messages;
  private final ReconcileSettings settings;

  BooksReader(RedisBooks redis, SqlBooks sql, MessageWalk messages, ReconcileSettings settings) {
    this.redis = redis;
    this.sql = sql;
    this.messages = messages;
    this.settings = settings;
  }

  /** The item's reading, in a quiet moment if there is one, or nothing for an unknown item. */
  Future<Optional<Reading>> read(long itemId) {
    return read(itemId, settings.readTries());
  }

  private Future<Optional<Reading>> read(long itemId, int tries) {
    return readOnce(itemId)
        .compose(
            reading ->
                tries > 1 && reading.isPresent() && !reading.get().quiet()
                    ? read(itemId, tries - 1)
                    : Future.succeededFuture(reading));
  }

  private Future<Optional<Reading>> readOnce(long itemId) {
    return redis.snapshot(itemId).compose(before -> readBetween(itemId, before));
  }

  private Future<Optional<Reading>> readBetween(long itemId, RedisSnapshot before) {
    Future<Set<String>> dead = deadUsers(itemId, before);
    Future<Long> undelivered = undelivered(itemId, before);
    Future<Long> pending = dead.compose(users -> unsettled(itemId, before, users));
    return Future.join(undelivered, pending)
        .compose(read -> sql.ledger(itemId))
        .compose(
            found ->
                found.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : finish(
                        itemId,
                        before,
                        found.get(),
                        numbers(
                            before,
                            found.get(),
                            undelivered.result(),
                            pending.result(),
                            dead.result().size())));
  }

  private static Numbers numbers(
      RedisSnapshot before, Ledger ledger, long undelivered, long pending, long dead) {
    return new Numbers(
        ledger.total(),
        ledger.restocked(),
        before.stock(),
        before.users(),
        undelivered,
        pending,
        dead,
        ledger.sold(),
        ledger.orders(),
        ledger.waiting());
  }

  private Future<Optional<Reading>> finish(
      long itemId, RedisSnapshot before, Ledger ledger, Numbers numbers) {
    return redis
        .snapshot(itemId)
        .map(
            after ->
                Optional.of(
                    new Reading(before, ledger, after, numbers, settings.retentionMillis())));
  }

  private Future<Long> undelivered(long itemId, RedisSnapshot before) {
    if (before.lag() >= 0) {
      return Future.succeededFuture(before.lag());
    }
    AtomicLong count = new AtomicLong();
    return messages
        .undelivered(
            itemId,
            before,
            page -> {
              count.addAndGet(page.size());
              return Future.succeededFuture();
            })
        .map(done -> count.get());
  }

  // Orders are committed before they are acknowledged: such a one is in MySQL and pending at once.
  // Whatever is subtracted here is read before the ledger, so that no order falls between them.
  private Future<Long> unsettled(long itemId, RedisSnapshot before, Set<String> dead) {
    if (before.pending() == 0) {
      return Future.succeededFuture(0L);
    }
    AtomicLong settled = new AtomicLong();
    return messages
        .pending(
            itemId,
            before,
            page -> {
              List<String> users =
                  page.stream().map(StreamEntry::userId).filter(Objects::nonNull).toList();
              return sql.ordersOf(itemId, users)
                  .map(
                      orders -> {
                        long open =
                            users.stream()
                                .filter(u -> !orders.containsKey(u) && !dead.contains(u))
                                .count();
                        settled.addAndGet(page.size() - open);
                        return null;
                      });
            })
        .map(done -> Math.max(0, before.pending() - settled.get()));
  }

  // Only dead letters that still hold a unit count: their user is known and has no order.
  private Future<Set<String>> deadUsers(long itemId, RedisSnapshot before) {
    Set<String> holders = new HashSet<>();
    return messages
        .dead(
            itemId,
            page -> {
              Set<String> users =
                  page.stream()
                      .map(StreamEntry::userId)
                      .filter(Objects::nonNull)
                      .collect(Collectors.toSet());
              Future<Set<String>> known =
                  before.present() ? redis.holders(itemId, users) : Future.succeededFuture(users);
              return known.compose(
                  kept -> sql.ordersOf(itemId, kept).map(orders -> collect(holders, kept, orders)));
            })
        .map(done -> holders);
  }

  private Void collect(Set<String> holders, Set<String> users, Map<String, String> orders) {
    users.stream()
        .filter(user -> !orders.containsKey(user) && holders.size() < settings.maxTracked())
        .forEach(holders::add);
    return null;
  }
}
