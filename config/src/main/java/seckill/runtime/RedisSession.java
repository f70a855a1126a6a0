package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The life of one connection to Redis, from its first answer to its close; on one event loop. */
final class RedisSession {
  private final Redis client;
  private final RedisConnection connection;
  private final RedisPlace place;
  private final RedisServer server;
  private final long sinceNanos = System.nanoTime();
  private StallWatch watch;
  private int inFlight;
  private boolean retired;

  /**
   * @param client owns the connection's socket, and nothing else
   * @param connection has answered a PING
   */
  RedisSession(Redis client, RedisConnection connection, RedisPlace place, RedisServer server) {
    this.client = client;
    this.connection = connection;
    this.place = place;
    this.server = server;
  }

  RedisPlace place() {
    return place;
  }

  RedisServer server() {
    return server;
  }

  /** Lets every command from now on be watched. */
  void watchedBy(StallWatch stallWatch) {
    this.watch = stallWatch;
  }

  /** Whether commands are under way and none was answered for too long. */
  boolean isStalled() {
    return watch.isStalled();
  }

  /** Tells when the connection ends by itself, and why. */
  void onEnd(Consumer<String> listener) {
    connection.exceptionHandler(cause -> listener.accept(String.valueOf(cause.getMessage())));
    connection.endHandler(end -> listener.accept("connection closed"));
  }

  /** Commands sent and not yet answered. */
  int inFlight() {
    return inFlight;
  }

  boolean lasted(long millis) {
    return System.nanoTime() - sinceNanos >= TimeUnit.MILLISECONDS.toNanos(millis);
  }

  Future<Response> send(Request request) {
    inFlight++;
    watch.sent();
    return connection
        .send(request)
        .onComplete(
            done -> {
              inFlight--;
              watch.answered();
              closeIfSpent();
            });
  }

  /** Closes once everything under way is answered. */
  void retire() {
    retired = true;
    closeIfSpent();
  }

  private void closeIfSpent() {
    if (retired && inFlight == 0) {
      client.close();
    }
  }

  /** Closes now; commands under way fail. */
  Future<Void> close() {
    retired = true;
    return client.close();
  }
}
