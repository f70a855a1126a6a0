package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.impl.types.ErrorType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import seckill.config.ConfigException;

/**
 * Tries every right that a service needs in Redis, and names those that its user lacks.
 *
 * <p>A command is tried on a key that holds a text which no command can use, so that none does
 * anything; its user may run it unless the answer is NOPERM. A key is tried by a script that gets
 * it and does nothing. (ACL DRYRUN would tell as much, to users who may ask it, which few may.)
 */
public final class RedisRights {
  private static final String NO_NUMBER = "no number";
  private static final String LIVES_MILLIS = "60000";
  private static final String KEY = "{key}";

  /** What takes the key away, after which others would make one. */
  private static final List<String> AT_THE_END = List.of("del", "unlink");

  /** What follows the name of a command that is tried: arguments that change nothing. */
  private static final Map<String, List<String>> ARGUMENTS = arguments();

  private final RedisLink redis;
  private final String service;

  /**
   * @param service whose user it is, for messages
   */
  public RedisRights(RedisLink redis, String service) {
    this.redis = redis;
    this.service = service;
  }

  private static Map<String, List<String>> arguments() {
    Map<String, List<String>> all = new TreeMap<>();
    for (String name :
        List.of(
            "get exists type pttl del unlink incr decr",
            "hgetall hlen hrandfield scard smembers zcard xlen")) {
      for (String command : name.split(" ")) {
        all.put(command, List.of(KEY));
      }
    }
    put(all, "ping");
    put(all, "time");
    put(all, "info");
    put(all, "eval", "return 0", "0");
    put(all, "evalsha", "0000000000000000000000000000000000000000", "0");
    put(all, "set", KEY, NO_NUMBER, "PX", LIVES_MILLIS);
    put(all, "incrby", KEY, "1");
    put(all, "decrby", KEY, "1");
    put(all, "pexpire", KEY, LIVES_MILLIS);
    put(all, "pexpireat", KEY, "99999999999999");
    put(all, "hget", KEY, "f");
    put(all, "hmget", KEY, "f");
    put(all, "hexists", KEY, "f");
    put(all, "hset", KEY, "f", "v");
    put(all, "hsetnx", KEY, "f", "v");
    put(all, "hdel", KEY, "f");
    put(all, "hincrby", KEY, "f", "1");
    put(all, "hscan", KEY, "0");
    put(all, "sadd", KEY, "m");
    put(all, "srem", KEY, "m");
    put(all, "sismember", KEY, "m");
    put(all, "smismember", KEY, "m");
    put(all, "sscan", KEY, "0");
    put(all, "zadd", KEY, "1", "m");
    put(all, "zrem", KEY, "m");
    put(all, "zrank", KEY, "m");
    put(all, "zmscore", KEY, "m");
    put(all, "zrange", KEY, "0", "0");
    put(all, "zrangebyscore", KEY, "0", "0");
    put(all, "zremrangebyrank", KEY, "0", "0");
    put(all, "zremrangebyscore", KEY, "0", "0");
    put(all, "xadd", KEY, "NOMKSTREAM", "*", "f", "v");
    put(all, "xdel", KEY, "1-1");
    put(all, "xtrim", KEY, "MINID", "0-1");
    put(all, "xrange", KEY, "-", "+", "COUNT", "1");
    put(all, "xack", KEY, "g", "1-1");
    put(all, "xpending", KEY, "g");
    put(all, "xautoclaim", KEY, "g", "c", "1", "0-0", "COUNT", "1");
    put(all, "xreadgroup", "GROUP", "g", "c", "COUNT", "1", "STREAMS", KEY, ">");
    put(all, "xgroup|create", KEY, "g", "0");
    put(all, "xgroup|delconsumer", KEY, "g", "c");
    put(all, "xinfo|stream", KEY);
    put(all, "xinfo|groups", KEY);
    put(all, "xinfo|consumers", KEY, "g");
    put(all, "config|get", "appendonly");
    put(all, "wait", "0", "1");
    return Map.copyOf(all);
  }

  private static void put(Map<String, List<String>> all, String name, String... arguments) {
    all.put(name, List.of(arguments));
  }

  /** The commands that can be tried, named as in an ACL. */
  static Set<String> known() {
    return ARGUMENTS.keySet();
  }

  /**
   * Tries.
   *
   * @param commands in lower case, named as in an ACL, for example {@code xinfo|groups}
   * @param keys of each kind that the service uses, one
   * @return fails with a {@link ConfigException} that names what the user of Redis may not do
   */
  public Future<Void> require(Collection<String> commands, Collection<String> keys) {
    Set<String> lacking = new TreeSet<>();
    List<Supplier<Future<Void>>> tries = new ArrayList<>();
    // First the key that the others are tried on.
    tries.add(() -> attempt(marked(LIVES_MILLIS), "+set", lacking));
    for (String command : new TreeSet<>(commands)) {
      if (!AT_THE_END.contains(command)) {
        tries.add(() -> attempt(request(command), "+" + command, lacking));
      }
    }
    for (String key : keys) {
      tries.add(() -> attempt(onKey(key), "~" + key, lacking));
    }
    for (String last : AT_THE_END) {
      if (commands.contains(last)) {
        tries.add(() -> attempt(request(last), "+" + last, lacking));
      }
    }
    // Nothing stays: what may not be deleted is gone by itself at once.
    tries.add(() -> attempt(marked("1"), "+set", lacking));
    if (commands.contains("del")) {
      tries.add(() -> attempt(request("del"), "+del", lacking));
    }
    return inTurn(tries)
        .compose(
            done -> {
              if (lacking.contains("+eval")) {
                // By which keys are tried.
                lacking.removeIf(right -> right.startsWith("~"));
              }
              return lacking.isEmpty()
                  ? Future.succeededFuture()
                  : Future.failedFuture(new ConfigException(message(lacking)));
            });
  }

  // Together they could be more than a connection may have under way.
  private static Future<Void> inTurn(List<Supplier<Future<Void>>> tries) {
    Future<Void> chain = Future.succeededFuture();
    for (Supplier<Future<Void>> next : tries) {
      chain = chain.compose(done -> next.get());
    }
    return chain;
  }

  private String message(Set<String> lacking) {
    return "the user of redis.url lacks rights in Redis that the "
        + service
        + " service needs: "
        + String.join(" ", lacking)
        + " (all keys: ~"
        + redis.keys().prefix()
        + "*)";
  }

  private Future<Void> attempt(Request request, String right, Set<String> lacking) {
    return redis
        .send(request)
        .<Void>mapEmpty()
        .recover(
            cause -> {
              if (!(cause instanceof ErrorType error)) {
                return Future.failedFuture(cause);
              }
              if (error.is("NOPERM")) {
                // In all versions these words speak of keys, and of nothing else.
                boolean ofKey = error.getMessage().contains(" access ");
                lacking.add(
                    ofKey && right.startsWith("+") ? "~" + redis.keys().rightsKey() : right);
              }
              // Every other error comes from a command that may be run.
              return Future.succeededFuture();
            });
  }

  private Request request(String name) {
    String[] words = name.split("\\|");
    Request request = Request.cmd(Command.create(words[0]));
    for (int i = 1; i < words.length; i++) {
      request.arg(words[i]);
    }
    for (String argument : ARGUMENTS.get(name)) {
      request.arg(argument.equals(KEY) ? redis.keys().rightsKey() : argument);
    }
    return request;
  }

  private Request marked(String livesMillis) {
    return Request.cmd(Command.SET)
        .arg(redis.keys().rightsKey())
        .arg(NO_NUMBER)
        .arg("PX")
        .arg(livesMillis);
  }

  private static Request onKey(String key) {
    return Request.cmd(Command.EVAL).arg("return 0").arg(1).arg(key);
  }
}
