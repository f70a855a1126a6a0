package seckill.endtoend;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/** A proxy that closes the connection instead of passing on the first answers. */
final class AnswerDroppingProxy {
  private final NetClient client;
  private final NetServer server;
  private final URI target;
  private final AtomicInteger toDrop;

  private AnswerDroppingProxy(Vertx vertx, URI target, int drops) {
    this.client = vertx.createNetClient();
    this.target = target;
    this.toDrop = new AtomicInteger(drops);
    this.server = vertx.createNetServer().connectHandler(this::connect);
  }

  /** A listening proxy that drops the first {@code drops} answers; closed with the Vert.x. */
  static AnswerDroppingProxy before(Vertx vertx, URI target, int drops) {
    AnswerDroppingProxy proxy = new AnswerDroppingProxy(vertx, target, drops);
    SaleFixture.wait(proxy.server.listen(0, "127.0.0.1"));
    return proxy;
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.actualPort());
  }

  private void connect(NetSocket buyer) {
    buyer.pause();
    client
        .connect(target.getPort(), target.getHost())
        .onSuccess(gateway -> join(buyer, gateway))
        .onFailure(cause -> buyer.close());
  }

  private void join(NetSocket buyer, NetSocket gateway) {
    buyer.handler(gateway::write).closeHandler(closed -> gateway.close());
    gateway.closeHandler(closed -> buyer.close());
    gateway.handler(
        answer -> {
          if (toDrop.getAndDecrement() > 0) {
            buyer.close();
          } else {
            buyer.write(answer);
          }
        });
    buyer.resume();
  }
}
