package seckill.runtime.mysql;

import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.net.NetClientOptions;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.spi.MySQLDriver;
import io.vertx.sqlclient.spi.ConnectionFactory;

/**
 * The MySQL driver, with TCP options that count, refusals that are told and answers that are whole.
 *
 * <p>The driver of Vert.x 5.0.7 takes TCP options and drops them: a server that accepts and then
 * says nothing would keep its place in the pool for good. {@link MySqlConnections} has the rest.
 */
public final class MySqlTransport extends MySQLDriver {
  /** The client's own error for an answer that cannot be read; its connection is closed. */
  public static final int UNREADABLE_ANSWER = 2027;

  @Override
  public ConnectionFactory<MySQLConnectOptions> createConnectionFactory(
      Vertx vertx, NetClientOptions tcpOptions) {
    return new MySqlConnections((VertxInternal) vertx, tcpOptions);
  }
}
