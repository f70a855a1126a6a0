package seckill.standalone.rehearsal;

import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.types.ErrorType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import seckill.contract.ItemKeys;
import seckill.contract.OrderMessage;
import seckill.contract.RedisKeys;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.StoreAccess;
import seckill.standalone.process.Waiting;

/** The Redis side of an item's books. */
final class RedisBooks implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int POOL = 6;
  private static final String CHUNK = "1000";
  private static final String START = "0-0";

  private final Redis client;
  private final RedisKeys keys;

  RedisBooks(Vertx vertx, String url, RedisKeys keys) {
    this.keys = keys;
    this.client = Redis.createClient(vertx, StoreAccess.redis(url, POOL));
  }

  /**
   * What Redis knows about an item.
   *
   * @param stock units left, or {@code null} if there is no such key
   * @param users who hold a unit
   * @param receipts order id by user id
   * @param acknowledged stream entries that a consumer has finished
   * @param undelivered stream entries that no consumer has seen
   * @param pending stream entries that a consumer has and has not finished
   * @param dead entries of the dead-letter stream
   */
  record Page(
      Long stock,
      Set<String> users,
      Map<String, String> receipts,
      List<Booking> acknowledged,
      List<Booking> undelivered,
      List<Booking> pending,
      List<Booking> dead) {}

  Page read(long itemId) {
    ItemKeys item = keys.of(itemId);
    Response stock = send("GET", item.stock());
    String delivered = lastDelivered(item.orders());
    Set<String> pendingIds = pendingIds(item.orders());
    List<Booking> acknowledged = new ArrayList<>();
    List<Booking> undelivered = new ArrayList<>();
    List<Booking> pending = new ArrayList<>();
    for (Booking entry : stream(item.orders())) {
      if (pendingIds.contains(entry.place())) {
        pending.add(entry);
      } else if (compareIds(entry.place(), delivered) > 0) {
        undelivered.add(entry);
      } else {
        acknowledged.add(entry);
      }
    }
    return new Page(
        stock == null ? null : stock.toLong(),
        users(item.users()),
        receipts(item.receipts()),
        acknowledged,
        undelivered,
        pending,
        stream(item.dead()));
  }

  long countUsers(long itemId) {
    return send("SCARD", keys.of(itemId).users()).toLong();
  }

  /** Stream entries that are not finished. */
  long inFlight(long itemId) {
    String orders = keys.of(itemId).orders();
    Response after = send("XRANGE", orders, "(" + lastDelivered(orders), "+", "COUNT", "1");
    return after.size() + pendingIds(orders).size();
  }

  private Set<String> users(String key) {
    Set<String> users = new HashSet<>();
    scan("SSCAN", key, page -> page.forEach(user -> users.add(user.toString())));
    return users;
  }

  // A receipt may carry more behind the order id.
  private Map<String, String> receipts(String key) {
    Map<String, String> receipts = new HashMap<>();
    scan("HSCAN", key, page -> receipts.putAll(pairs(page)));
    receipts.replaceAll((user, receipt) -> receipt.replaceFirst("\\|.*$", ""));
    return receipts;
  }

  private void scan(String command, String key, Consumer<Response> page) {
    String cursor = "0";
    do {
      Response reply = send(command, key, cursor, "COUNT", CHUNK);
      cursor = reply.get(0).toString();
      page.accept(reply.get(1));
    } while (!cursor.equals("0"));
  }

  private List<Booking> stream(String key) {
    List<Booking> entries = new ArrayList<>();
    String from = "-";
    Response chunk;
    do {
      chunk = send("XRANGE", key, from, "+", "COUNT", CHUNK);
      for (Response entry : chunk) {
        Map<String, String> fields = pairs(entry.get(1));
        String id = entry.get(0).toString();
        entries.add(
            new Booking(id, fields.get(OrderMessage.ORDER_ID), fields.get(OrderMessage.USER_ID)));
        from = "(" + id;
      }
    } while (chunk.size() > 0);
    return entries;
  }

  private String lastDelivered(String key) {
    try {
      for (Response group : send("XINFO", "GROUPS", key)) {
        Map<String, String> fields = pairs(group);
        if (RedisKeys.ORDER_GROUP.equals(fields.get("name"))) {
          return fields.get("last-delivered-id");
        }
      }
    } catch (SaleException e) {
      requireNoSuchKey(e);
    }
    return START;
  }

  private Set<String> pendingIds(String key) {
    Set<String> ids = new HashSet<>();
    try {
      String from = "-";
      Response chunk;
      do {
        chunk = send("XPENDING", key, RedisKeys.ORDER_GROUP, from, "+", CHUNK);
        for (Response entry : chunk) {
          ids.add(entry.get(0).toString());
          from = "(" + entry.get(0);
        }
      } while (chunk.size() > 0);
    } catch (SaleException e) {
      requireNoSuchKey(e);
    }
    return ids;
  }

  // No stream, or no group yet: nothing was delivered.
  private static void requireNoSuchKey(SaleException e) {
    boolean absent =
        e.getCause() instanceof ErrorType error
            && (error.is("NOGROUP") || error.getMessage().contains("no such key"));
    if (!absent) {
      throw e;
    }
  }

  private static Map<String, String> pairs(Response flat) {
    Map<String, String> pairs = new HashMap<>();
    for (int i = 0; i + 1 < flat.size(); i += 2) {
      Response value = flat.get(i + 1);
      pairs.put(flat.get(i).toString(), value == null ? null : value.toString());
    }
    return pairs;
  }

  private static int compareIds(String a, String b) {
    String[] left = a.split("-");
    String[] right = b.split("-");
    int byTime =
        Long.compareUnsigned(Long.parseUnsignedLong(left[0]), Long.parseUnsignedLong(right[0]));
    return byTime != 0
        ? byTime
        : Long.compareUnsigned(Long.parseUnsignedLong(left[1]), Long.parseUnsignedLong(right[1]));
  }

  private Response send(String command, String... arguments) {
    Request request = Request.cmd(Command.create(command));
    for (String argument : arguments) {
      request.arg(argument);
    }
    return Waiting.on(client.send(request), LIMIT, "cannot read Redis");
  }

  @Override
  public void close() {
    Waiting.on(client.close(), LIMIT, "cannot close the Redis client");
  }
}
