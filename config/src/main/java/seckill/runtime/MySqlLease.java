package seckill.runtime;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.internal.SqlConnectionInternal;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * One borrowed connection: given back to the pool, or closed if its state is in doubt.
 *
 * <p>The pool has no call to close a borrowed connection. Giving back one that is still inside a
 * statement or a transaction would let the next borrower, or late steps of the last one, run in it;
 * so its socket is closed, after which the pool forgets it.
 */
final class MySqlLease {
  private static final AttributeKey<Standing> STANDING =
      AttributeKey.valueOf(MySqlLease.class, "standing");
  private static final long NO_TIMER = -1;

  /**
   * What is known of the server at the other end of a connection.
   *
   * @param generation of connections to which it belongs; an older one is not used any more
   * @param lookedAtNanos when it was last known to be usable
   */
  record Standing(long generation, long lookedAtNanos) {}

  private final Vertx vertx;
  private final SqlConnection connection;
  private long limitMillis;
  private Runnable expiry;
  private long timer = NO_TIMER;
  private boolean inDoubt;

  MySqlLease(Vertx vertx, SqlConnection connection) {
    this.vertx = vertx;
    this.connection = connection;
  }

  SqlConnection connection() {
    return connection;
  }

  /** Says that nobody knows what the connection is in the middle of. */
  void doubt() {
    inDoubt = true;
  }

  Standing standing() {
    return channelAttribute(connection).get();
  }

  void stands(Standing standing) {
    stands(connection, standing);
  }

  static void stands(SqlConnection connection, Standing standing) {
    channelAttribute(connection).set(standing);
  }

  private static Attribute<Standing> channelAttribute(SqlConnection connection) {
    return socket(connection).channelHandlerContext().channel().attr(STANDING);
  }

  /** Does work that fails when its time is over, and then gives the connection back. */
  <T> Future<T> within(long millis, Function<MySqlLease, Future<T>> work) {
    ContextInternal context = ((VertxInternal) vertx).getOrCreateContext();
    Promise<T> outcome = context.promise();
    limitMillis = millis;
    expiry =
        () ->
            outcome.tryFail(
                new TimeoutException("Timeout: MySQL was not done within " + millis + " ms"));
    renew();
    Future<T> result = Future.succeededFuture(this).compose(work);
    result.onComplete(
        done -> {
          if (done.succeeded()) {
            outcome.tryComplete(done.result());
          } else {
            outcome.tryFail(done.cause());
          }
        });
    return outcome
        .future()
        .onComplete(
            done -> {
              expiry = null;
              vertx.cancelTimer(timer);
              if (!result.isComplete()) {
                doubt();
              }
              release();
            });
  }

  /** Lets the time of the work under way begin anew. */
  void renew() {
    if (expiry != null) {
      vertx.cancelTimer(timer);
      timer = vertx.setTimer(limitMillis, over -> expiry.run());
    }
  }

  void release() {
    if (inDoubt) {
      // Released only once the pool has dropped it, so that nobody is handed a dying connection.
      connection.closeHandler(closed -> vertx.runOnContext(dropped -> connection.close()));
      closeSocket(connection);
    } else {
      connection.close();
    }
  }

  static void closeSocket(SqlConnection connection) {
    socket(connection).close();
  }

  /** Ends the watch over silence that was set up for connecting. */
  static void allowSilence(SqlConnection connection) {
    ChannelPipeline pipeline = socket(connection).channelHandlerContext().pipeline();
    if (pipeline.get(IdleStateHandler.class) != null) {
      pipeline.remove(IdleStateHandler.class);
    }
  }

  private static NetSocketInternal socket(SqlConnection connection) {
    SqlConnectionInternal pooled = (SqlConnectionInternal) connection;
    return ((SocketConnectionBase) pooled.unwrap().unwrap()).socket();
  }
}
