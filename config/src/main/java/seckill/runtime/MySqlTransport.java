package seckill.runtime;

import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.internal.VertxWrapper;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.impl.MySQLConnectionFactory;
import io.vertx.mysqlclient.spi.MySQLDriver;
import io.vertx.sqlclient.spi.ConnectionFactory;

/**
 * The MySQL driver, with TCP options that count.
 *
 * <p>The driver of Vert.x 5.0.7 takes TCP options and drops them: a server that accepts and then
 * says nothing would keep its place in the pool for good.
 */
final class MySqlTransport extends MySQLDriver {

  @Override
  public ConnectionFactory<MySQLConnectOptions> createConnectionFactory(
      Vertx vertx, NetClientOptions tcpOptions) {
    return new MySQLConnectionFactory(new Tuned((VertxInternal) vertx, tcpOptions));
  }

  private static final class Tuned extends VertxWrapper {
    private final NetClientOptions tcpOptions;

    Tuned(VertxInternal vertx, NetClientOptions tcpOptions) {
      super(vertx);
      this.tcpOptions = tcpOptions;
    }

    @Override
    public NetClient createNetClient(NetClientOptions defaults) {
      return super.createNetClient(tcpOptions);
    }
  }
}
