package seckill.order;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import seckill.testkit.TestVertx;

/** Stands between a client and a server on the loopback, and can swallow what they say. */
final class TcpProxy {
  private final Vertx vertx;
  private final int target;
  private final NetServer server;
  private volatile boolean swallowRequests;
  private volatile boolean swallowAnswers;

  TcpProxy(Vertx vertx, int target) {
    this.vertx = vertx;
    this.target = target;
    this.server = vertx.createNetServer().connectHandler(this::connect);
    TestVertx.await(server.listen(0, "127.0.0.1"));
  }

  int port() {
    return server.actualPort();
  }

  void swallow(boolean requests, boolean answers) {
    swallowRequests = requests;
    swallowAnswers = answers;
  }

  private void connect(NetSocket client) {
    client.pause();
    vertx
        .createNetClient()
        .connect(target, "127.0.0.1")
        .onFailure(cause -> client.close())
        .onSuccess(
            upstream -> {
              // A connection that lost something stays silent: the two sides are out of step.
              Way there = new Way(upstream);
              Way back = new Way(client);
              client.handler(data -> there.pass(data, swallowRequests));
              upstream.handler(data -> back.pass(data, swallowAnswers));
              client.closeHandler(end -> upstream.close());
              upstream.closeHandler(end -> client.close());
              client.resume();
            });
  }

  private static final class Way {
    private final NetSocket to;
    private boolean lossy;

    Way(NetSocket to) {
      this.to = to;
    }

    void pass(Buffer data, boolean swallow) {
      lossy |= swallow;
      if (!lossy) {
        to.write(data);
      }
    }
  }
}
