package seckill.testkit;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Queue;

/** Stands before a server and holds back each of its answers for a while, as a busy one does. */
public final class SlowProxy implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final URI target;
  private final NetServer server;
  private volatile long delayMillis;

  private SlowProxy(URI target) {
    this.target = target;
    this.server = vertx.createNetServer().connectHandler(this::connect);
    TestVertx.await(server.listen(0, "127.0.0.1"));
  }

  /** A listening proxy before the server of a URL, at first without delay. */
  public static SlowProxy before(String url) {
    return new SlowProxy(URI.create(url));
  }

  /** The server's URL with the proxy's address in it. */
  public String url() {
    return target
        .toString()
        .replace(target.getHost() + ":" + target.getPort(), "127.0.0.1:" + server.actualPort());
  }

  /** Holds back what comes from now on for so long; 0 for not at all. */
  public void delay(long millis) {
    delayMillis = millis;
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

  @Override
  public void close() {
    TestVertx.await(vertx.close());
  }
}
