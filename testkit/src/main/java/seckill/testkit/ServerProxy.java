package seckill.testkit;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.net.URI;

/** Listens before a server and connects each client to it. */
abstract class ServerProxy implements AutoCloseable {
  /** On which everything runs. */
  final Vertx vertx = Vertx.vertx();

  private final URI first;
  private final NetServer server;
  private volatile URI target;

  ServerProxy(String url) {
    first = URI.create(url);
    target = first;
    server = vertx.createNetServer().connectHandler(this::connect);
  }

  /** Clients can connect when this returns. */
  final void listen() {
    TestVertx.await(server.listen(0, "127.0.0.1"));
  }

  /** The first server's URL with the proxy's address in it. */
  public final String url() {
    return first
        .toString()
        .replace(first.getHost() + ":" + first.getPort(), "127.0.0.1:" + server.actualPort());
  }

  /** Connects those who come from now on to another server. */
  final void lead(String url) {
    target = URI.create(url);
  }

  private void connect(NetSocket client) {
    client.pause();
    URI now = target;
    vertx
        .createNetClient()
        .connect(now.getPort(), now.getHost())
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
