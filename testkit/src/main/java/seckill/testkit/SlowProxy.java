package seckill.testkit;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.util.ArrayDeque;
import java.util.Queue;

/** Stands before a server and holds back each of its answers for a while, as a busy one does. */
public final class SlowProxy extends ServerProxy {
  private volatile long delayMillis;

  private SlowProxy(String url) {
    super(url);
  }

  /** A listening proxy before the server of a URL, at first without delay. */
  public static SlowProxy before(String url) {
    SlowProxy proxy = new SlowProxy(url);
    proxy.listen();
    return proxy;
  }

  /** Holds back what comes from now on for so long; 0 for not at all. */
  public void delay(long millis) {
    delayMillis = millis;
  }

  @Override
  void join(NetSocket client, NetSocket upstream) {
    Queue<Buffer> held = new ArrayDeque<>();
    client.handler(upstream::write).closeHandler(closed -> upstream.close());
    upstream
        .handler(
            data -> {
              held.add(data);
              long millis = delayMillis;
              if (millis == 0 && held.size() == 1) {
                client.write(held.poll());
              } else {
                // Each time one is due the oldest goes, so that the order stays.
                vertx.setTimer(Math.max(1, millis), due -> client.write(held.poll()));
              }
            })
        .closeHandler(closed -> client.close());
    client.resume();
  }
}
