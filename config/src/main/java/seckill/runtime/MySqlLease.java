package seckill.runtime;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.timeout.IdleStateHandler;
import io.vertx.core.Vertx;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.internal.SqlConnectionInternal;

/**
 * One borrowed connection: given back to the pool, or closed if its state is in doubt.
 *
 * <p>The pool has no call to close a borrowed connection. Giving back one that is still inside a
 * statement or a transaction would let the next borrower, or late steps of the last one, run in it;
 * so its socket is closed, after which the pool forgets it.
 */
final class MySqlLease {
  private final Vertx vertx;
  private final SqlConnection connection;
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
