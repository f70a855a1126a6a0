package seckill.testkit;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.net.URI;

/** Listens before a server and connects each client to it. */
abstract class ServerProxy implements AutoCloseable {
  /** On which everything runs. */
  final Vertx vertx = Vertx.vertx();

  private final URI target;
  private final NetServer server;

  ServerProxy(String url) {
    target = URI.create(url);
    server = vertx.createNetServer().connectHandler(this::connect);
  }

  /** Clients can connect when this returns. */
  final void listen() {
    TestVertx.await(server.listen(0, "127.0.0.1"));
  }

  /** The server's URL with the proxy's address in it. */
  public final String url() {
    return target
        .toString()
        .replace(target.getHost() + ":" + target.getPort(), "127.0.0.1:" + server.actualPort());
  }

  private void connect(NetSocket client) {
    client.pause();
    vertx
        .createNetClient()
        .connect(target.getPort(), target.getHost())
        .onSuccess(upstream -> join(client, upstream))
        .onFailure(cause -> client.close());
  }

  /** Joins a client, which is paused, with its connection to the server. */
  abstract void join(NetSocket client, NetSocket upstream);

  @Override
  public final void close() {
    TestVertx.await(vertx.close());
  }
}
