package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.List;
import seckill.runtime.LuaScript;
import seckill.runtime.RedisLink;

/** The right to be the one auditor that runs, held in Redis under a token for a limited time. */
final class Lease {
  private static final LuaScript RENEW = LuaScript.load(Lease.class, "lease-renew.lua");
  private static final LuaScript RELEASE = LuaScript.load(Lease.class, "lease-release.lua");

  private final RedisLink redis;
  private final long leaseMillis;

  Lease(RedisLink redis, long leaseMillis) {
    this.redis = redis;
    this.leaseMillis = leaseMillis;
  }

  long millis() {
    return leaseMillis;
  }

  /** Takes the lease if it is free. */
  Future<Boolean> acquire(String token) {
    return redis
        .send(
            Request.cmd(Command.SET)
                .arg(redis.keys().reconcileLease())
                .arg(token)
                .arg("NX")
                .arg("PX")
                .arg(leaseMillis))
        .map(reply -> reply != null);
  }

  /** The token of whoever holds it, or {@code null}. */
  Future<String> holder() {
    return redis
        .send(Request.cmd(Command.GET).arg(redis.keys().reconcileLease()))
        .map(reply -> reply == null ? null : reply.toString());
  }

  /** Prolongs it if it is still held under this token. */
  Future<Boolean> renew(String token) {
    return redis
        .eval(
            RENEW,
            List.of(redis.keys().reconcileLease()),
            List.of(token, Long.toString(leaseMillis)))
        .map(reply -> reply.toInteger() == 1);
  }

  /** Gives it back if it is still held under this token. */
  Future<Boolean> release(String token) {
    return redis
        .eval(RELEASE, List.of(redis.keys().reconcileLease()), List.of(token))
        .map(reply -> reply.toInteger() == 1);
  }
}
