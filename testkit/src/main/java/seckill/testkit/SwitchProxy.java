package seckill.testkit;

import io.vertx.core.net.NetSocket;

/**
 * Stands before one of several servers, as the address of a primary does: after a switch new
 * connections lead to another server, and those that stand stay where they are.
 */
public final class SwitchProxy extends ServerProxy {
  private SwitchProxy(String url) {
    super(url);
  }

  /** A listening proxy before the server of a URL. */
  public static SwitchProxy before(String url) {
    SwitchProxy proxy = new SwitchProxy(url);
    proxy.listen();
    return proxy;
  }

  /** Leads those who come from now on to another server. */
  public void switchTo(String url) {
    lead(url);
  }

  @Override
  void join(NetSocket client, NetSocket upstream) {
    client.handler(upstream::write).closeHandler(closed -> upstream.close());
    upstream.handler(client::write).closeHandler(closed -> client.close());
    client.resume();
  }
}
