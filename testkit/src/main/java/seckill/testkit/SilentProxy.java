package seckill.testkit;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands before a server and can fall silent, as a network does that drops packets: connections
 * stand and new ones are taken, nothing comes through, and nothing is refused. Afterwards what was
 * held back goes on its way, as it does when TCP sends it again.
 */
public final class SilentProxy implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final URI target;
  private final NetServer server;
  private final Set<NetSocket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean silent;

  private SilentProxy(URI target) {
    this.target = target;
    this.server = vertx.createNetServer().connectHandler(this::connect);
    TestVertx.await(server.listen(0, "127.0.0.1"));
  }

  /** A listening proxy before the server of a URL. */
  public static SilentProxy before(String url) {
    return new SilentProxy(URI.create(url));
  }

  /** The server's URL with the proxy's address in it. */
  public String url() {
    return target
        .toString()
        .replace(target.getHost() + ":" + target.getPort(), "127.0.0.1:" + server.actualPort());
  }

  /** Holds back everything from now on. */
  public void fallSilent() {
    silent = true;
    sockets.forEach(NetSocket::pause);
  }

  /** Lets everything through, also what was held back. */
  public void speak() {
    silent = false;
    sockets.forEach(NetSocket::resume);
  }

  private void connect(NetSocket client) {
    client.pause();
    vertx
        .createNetClient()
        .connect(target.getPort(), target.getHost())
        .onSuccess(upstream -> join(client, upstream))
        .onFailure(cause -> client.close());
  }

  private void join(NetSocket client, NetSocket upstream) {
    upstream.pause();
    pipe(client, upstream);
    pipe(upstream, client);
    if (!silent) {
      client.resume();
      upstream.resume();
    }
  }

  private void pipe(NetSocket from, NetSocket to) {
    sockets.add(from);
    from.handler(to::write)
        .closeHandler(
            closed -> {
              sockets.remove(from);
              to.close();
            });
  }

  @Override
  public void close() {
    TestVertx.await(vertx.close());
  }
}
