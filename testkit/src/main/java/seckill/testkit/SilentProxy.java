package seckill.testkit;

import io.vertx.core.net.NetSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands before a server and can fall silent, as a network does that drops packets: connections
 * stand and new ones are taken, nothing comes through, and nothing is refused. Afterwards what was
 * held back goes on its way, as it does when TCP sends it again.
 */
public final class SilentProxy extends ServerProxy {
  private final Set<NetSocket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean silent;

  private SilentProxy(String url) {
    super(url);
  }

  /** A listening proxy before the server of a URL. */
  public static SilentProxy before(String url) {
    SilentProxy proxy = new SilentProxy(url);
    proxy.listen();
    return proxy;
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

  @Override
  void join(NetSocket client, NetSocket upstream) {
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
}
