package seckill.runtime.mysql;

import io.vertx.core.Future;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.internal.VertxWrapper;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.impl.MySQLConnectionFactory;
import io.vertx.sqlclient.ClosedConnectionException;
import io.vertx.sqlclient.internal.Connection;

/**
 * Opens connections to MySQL, and tells why a server refuses one before it greets.
 *
 * <p>The driver of Vert.x 5.0.7 reads every first packet as a greeting. A server that has no room
 * sends an error instead, of which the driver only tells that the connection was lost. To one that
 * offers no TLS it speaks TLS all the same, and tells of the rubbish that it hears then.
 */
final class MySqlConnections extends MySQLConnectionFactory {
  /** Who listens to the connection that the driver is opening on this thread. */
  private final ThreadLocal<MySqlGreeting> opening;

  MySqlConnections(VertxInternal vertx, NetClientOptions tcpOptions) {
    this(vertx, tcpOptions, new ThreadLocal<>());
  }

  private MySqlConnections(
      VertxInternal vertx, NetClientOptions tcpOptions, ThreadLocal<MySqlGreeting> opening) {
    super(new Tuned(vertx, tcpOptions, opening));
    this.opening = opening;
  }

  @Override
  protected Future<Connection> doConnectInternal(
      MySQLConnectOptions options, ContextInternal context) {
    MySqlGreeting greeting = new MySqlGreeting(options.getSslMode());
    opening.set(greeting);
    try {
      // It asks for a socket before it returns.
      return super.doConnectInternal(options, context)
          .recover(cause -> context.failedFuture(reason(greeting, cause)));
    } finally {
      opening.remove();
    }
  }

  private static Throwable reason(MySqlGreeting greeting, Throwable cause) {
    boolean lost = cause instanceof ClosedConnectionException;
    return lost && greeting.refusal() != null ? greeting.refusal() : cause;
  }

  /** The TCP options of the driver, replaced by others, with an ear at each connection. */
  private static final class Tuned extends VertxWrapper {
    private final NetClientOptions tcpOptions;
    private final ThreadLocal<MySqlGreeting> opening;

    Tuned(VertxInternal vertx, NetClientOptions tcpOptions, ThreadLocal<MySqlGreeting> opening) {
      super(vertx);
      this.tcpOptions = tcpOptions;
      this.opening = opening;
    }

    @Override
    public NetClient createNetClient(NetClientOptions defaults) {
      return new MySqlNetClient(super.createNetClient(tcpOptions), opening);
    }
  }
}
