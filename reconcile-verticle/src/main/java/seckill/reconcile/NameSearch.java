package seckill.reconcile;

import io.vertx.core.Future;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Compares the users of Redis with the orders of MySQL by name, a page at a time.
 *
 * <p>The order of the reads makes the answer right while a sale runs. A user is lost only if seen
 * in Redis, then not in MySQL, then not on the way, and then still not in MySQL; an order has a
 * stranger for its user only if seen in MySQL and then not in Redis.
 */
final class NameSearch {
  /** Before the first user, whose id is not empty. */
  private static final String BEFORE_ALL_USERS = "";

  private final RedisBooks redis;
  private final SqlBooks sql;
  private final MessageWalk messages;
  private final Run run;
  private final ReconcileSettings settings;

  NameSearch(
      RedisBooks redis, SqlBooks sql, MessageWalk messages, Run run, ReconcileSettings settings) {
    this.redis = redis;
    this.sql = sql;
    this.messages = messages;
    this.run = run;
    this.settings = settings;
  }

  /** All gaps of an item whose state stands in Redis. */
  Future<NameGaps> search(long itemId) {
    Names lost = new Names(settings.maxTracked());
    Names ghosts = new Names(settings.maxTracked());
    Names stranded = new Names(settings.maxTracked());
    return collectWithoutOrder(itemId, lost)
        .compose(done -> lost.isEmpty() ? done() : dropOnTheWay(itemId, lost))
        .compose(done -> dropLanded(itemId, lost))
        .compose(done -> sortOutEnded(itemId, lost, stranded))
        .compose(done -> collectGhosts(itemId, ghosts))
        .compose(done -> dropTaking(itemId, ghosts))
        .map(done -> new NameGaps(lost, ghosts, stranded));
  }

  private static Future<Void> done() {
    return Future.succeededFuture();
  }

  private Future<Void> collectWithoutOrder(long itemId, Names lost) {
    return run.walk(
        RedisBooks.SCAN_EDGE,
        cursor ->
            redis
                .users(itemId, cursor)
                .compose(
                    page ->
                        unmatched(itemId, page.members())
                            .map(
                                found -> {
                                  found.forEach(lost::add);
                                  return page.isLast() ? null : page.cursor();
                                })));
  }

  /** Those of these users who have no live order, or another one than they were told. */
  private Future<Map<String, String>> unmatched(long itemId, List<String> users) {
    return redis
        .receipts(itemId, users)
        .compose(
            receipts ->
                sql.ordersOf(itemId, users).map(orders -> unmatched(users, receipts, orders)));
  }

  private static Map<String, String> unmatched(
      List<String> users, Map<String, String> receipts, Map<String, String> orders) {
    Map<String, String> unmatched = new HashMap<>();
    for (String user : users) {
      String told = receipts.get(user);
      String landed = orders.get(user);
      if (landed == null || told != null && !told.equals(landed)) {
        unmatched.put(user, told == null ? "" : told);
      }
    }
    return unmatched;
  }

  // Unread before read before dead: a message that moves meanwhile is met at the later place.
  private Future<Void> dropOnTheWay(long itemId, Names lost) {
    return redis
        .snapshot(itemId)
        .compose(
            snapshot -> {
              if (snapshot.inFlight()) {
                // Nobody can say which of the unnamed are on the way; they show when it is empty.
                lost.forgetUnnamed();
              }
              return messages
                  .undelivered(itemId, snapshot, page -> drop(page, lost))
                  .compose(done -> messages.pending(itemId, snapshot, page -> drop(page, lost)))
                  .compose(done -> messages.dead(itemId, page -> drop(page, lost)));
            });
  }

  private static Future<Void> drop(List<StreamEntry> page, Names lost) {
    page.stream().filter(m -> m.userId() != null).forEach(m -> lost.remove(m.userId()));
    return done();
  }

  private Future<Void> dropLanded(long itemId, Names lost) {
    return pages(
        lost,
        page ->
            unmatched(itemId, page)
                .map(
                    still -> {
                      Set<String> landed = new HashSet<>(page);
                      landed.removeAll(still.keySet());
                      landed.forEach(lost::remove);
                      return null;
                    }));
  }

  // An order that has ended is not lost: its unit comes back, or should have.
  private Future<Void> sortOutEnded(long itemId, Names lost, Names stranded) {
    return pages(
        lost,
        page ->
            unnamed(itemId, lost, page)
                .compose(
                    unnamed -> {
                      Map<String, String> orders = ordersOf(lost, page);
                      orders.putAll(unnamed);
                      return sql.endedAmong(itemId, orders.values())
                          .compose(
                              ended ->
                                  sql.changedAmong(itemId, orders.values())
                                      .map(
                                          changing ->
                                              sortOut(orders, ended, changing, lost, stranded)));
                    }));
  }

  // Without a receipt a user holds the unit of an order that has ended and gave none back: nobody
  // buys again before that.
  private Future<Map<String, String>> unnamed(long itemId, Names lost, List<String> page) {
    List<String> users = page.stream().filter(user -> lost.byUser().get(user).isEmpty()).toList();
    return sql.endedOf(itemId, users)
        .compose(
            orders ->
                redis
                    .returnedAmong(itemId, orders.values())
                    .map(
                        returned -> {
                          Map<String, String> unnamed = new HashMap<>(orders);
                          unnamed.values().removeAll(returned);
                          return unnamed;
                        }));
  }

  private static Void sortOut(
      Map<String, String> orders,
      Set<String> ended,
      Set<String> changing,
      Names lost,
      Names stranded) {
    orders.forEach(
        (user, order) -> {
          if (changing.contains(order)) {
            lost.remove(user);
          } else if (ended.contains(order)) {
            lost.remove(user);
            stranded.add(user, order);
          }
        });
    return null;
  }

  private static Map<String, String> ordersOf(Names names, List<String> users) {
    Map<String, String> orders = new HashMap<>();
    for (String user : users) {
      String order = names.byUser().get(user);
      if (!order.isEmpty()) {
        orders.put(user, order);
      }
    }
    return orders;
  }

  // An order that is live again has its unit taken next.
  private Future<Void> dropTaking(long itemId, Names ghosts) {
    return pages(
        ghosts,
        page -> {
          Map<String, String> orders = ordersOf(ghosts, page);
          return sql.changedAmong(itemId, orders.values())
              .map(
                  changing -> {
                    orders.forEach(
                        (user, order) -> {
                          if (changing.contains(order)) {
                            ghosts.remove(user);
                          }
                        });
                    return null;
                  });
        });
  }

  private Future<Void> pages(Names names, Function<List<String>, Future<Void>> work) {
    List<String> users = names.users();
    return run.walk(
        0,
        from -> {
          if (from >= users.size()) {
            return Future.succeededFuture();
          }
          int to = Math.min(users.size(), from + settings.pageSize());
          return work.apply(users.subList(from, to)).map(done -> to);
        });
  }

  private Future<Void> collectGhosts(long itemId, Names ghosts) {
    return run.walk(
        BEFORE_ALL_USERS,
        after ->
            sql.ordersPage(itemId, after)
                .compose(
                    orders ->
                        redis
                            .holders(itemId, orders.keySet())
                            .map(
                                holders -> {
                                  String last = null;
                                  for (Map.Entry<String, String> order : orders.entrySet()) {
                                    last = order.getKey();
                                    if (!holders.contains(last)) {
                                      ghosts.add(last, order.getValue());
                                    }
                                  }
                                  return last;
                                })));
  }
}
