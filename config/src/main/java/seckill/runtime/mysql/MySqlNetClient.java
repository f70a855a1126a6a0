package seckill.runtime.mysql;

import io.vertx.core.Future;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.ConnectOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import io.vertx.mysqlclient.SslMode;
import java.util.concurrent.TimeUnit;

/** A TCP client whose every connection to MySQL is listened to from its first byte on. */
final class MySqlNetClient implements NetClient {
  private final NetClient client;
  private final ThreadLocal<MySqlGreeting> opening;

  /**
   * @param opening who listens to the next connection of a thread, if somebody wants to know
   */
  MySqlNetClient(NetClient client, ThreadLocal<MySqlGreeting> opening) {
    this.client = client;
    this.opening = opening;
  }

  private Future<NetSocket> listenTo(Future<NetSocket> connecting) {
    MySqlGreeting wanted = opening.get();
    MySqlGreeting greeting = wanted == null ? new MySqlGreeting(SslMode.PREFERRED) : wanted;
    return connecting.map(
        socket -> {
          greeting.listenTo(((NetSocketInternal) socket).channelHandlerContext().pipeline());
          return socket;
        });
  }

  @Override
  public Future<NetSocket> connect(int port, String host) {
    return listenTo(client.connect(port, host));
  }

  @Override
  public Future<NetSocket> connect(int port, String host, String serverName) {
    return listenTo(client.connect(port, host, serverName));
  }

  @Override
  public Future<NetSocket> connect(SocketAddress address) {
    return listenTo(client.connect(address));
  }

  @Override
  public Future<NetSocket> connect(SocketAddress address, String serverName) {
    return listenTo(client.connect(address, serverName));
  }

  @Override
  public Future<NetSocket> connect(ConnectOptions options) {
    return listenTo(client.connect(options));
  }

  @Override
  public Future<Void> shutdown(long timeout, TimeUnit unit) {
    return client.shutdown(timeout, unit);
  }

  @Override
  public Future<Boolean> updateSSLOptions(ClientSSLOptions options, boolean force) {
    return client.updateSSLOptions(options, force);
  }

  @Override
  public boolean isMetricsEnabled() {
    return client.isMetricsEnabled();
  }
}
