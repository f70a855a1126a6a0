package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.impl.types.ErrorType;
import java.util.concurrent.TimeUnit;
import seckill.config.ConfigException;
import seckill.config.RedisSettings;
import seckill.contract.SeckillException;

/**
 * Opens one connection to a Redis, proves that it answers and takes writes, and leaves nothing open
 * if it does not.
 */
final class RedisConnector {
  /** The client's own queue is kept larger than the link's, so that the link's limit decides. */
  private static final int CLIENT_QUEUE_SLACK = 16;

  private final Vertx vertx;
  private final RedisSettings settings;
  private Redis opening;

  RedisConnector(Vertx vertx, RedisSettings settings) {
    this.vertx = vertx;
    this.settings = settings;
  }

  /** Opens a connection within the connect timeout; to be called one at a time. */
  Future<RedisSession> open(RedisPlace place) {
    Redis client = Redis.createClient(vertx, options(place));
    opening = client;
    return client
        .connect()
        .compose(
            connection ->
                greet(connection)
                    .map(server -> new RedisSession(client, connection, place, server)))
        .timeout(settings.connectTimeoutMillis(), TimeUnit.MILLISECONDS)
        // An answer that comes too late finds its socket closed.
        .onFailure(cause -> client.close())
        .onComplete(done -> opening = null);
  }

  private static Future<RedisServer> greet(RedisConnection connection) {
    return connection
        .send(Request.cmd(Command.PING))
        .compose(pong -> connection.send(Request.cmd(Command.INFO)))
        .map(
            info -> {
              RedisServer server = RedisServer.read(info.toString());
              if (!server.isMaster()) {
                throw SeckillException.storeAway(
                    "this Redis is a replica of another one (READONLY)");
              }
              return server;
            });
  }

  /** Gives up the connection being opened, if there is one. */
  Future<Void> cancel() {
    return opening == null ? Future.succeededFuture() : opening.close();
  }

  /** Whether trying again is in vain until somebody changes the settings. */
  static boolean isHopeless(Throwable cause) {
    return TlsFaults.isHopeless(cause)
        || cause instanceof ConfigException
        || cause instanceof ErrorType error
            && (error.is("WRONGPASS") || error.is("NOAUTH") || error.is("NOPERM"));
  }

  private RedisOptions options(RedisPlace place) {
    RedisOptions options =
        StoreOptions.redis(place.url(), settings.tls(), 1)
            // Metrics bear it; by default it is another one with each connection.
            .setPoolName("redis")
            .setMaxWaitingHandlers(settings.maxInFlight() + CLIENT_QUEUE_SLACK);
    options.getNetClientOptions().setConnectTimeout(settings.connectTimeoutMillis());
    return options;
  }
}
