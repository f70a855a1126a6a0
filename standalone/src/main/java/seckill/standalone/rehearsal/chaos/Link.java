package seckill.standalone.rehearsal.chaos;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import seckill.standalone.process.Waiting;

/**
 * The connections of one node to one store: a proxy that can close them, hold everything back, or
 * lose the answers. Its state belongs to one event loop.
 */
final class Link {
  private static final Duration LISTEN_LIMIT = Duration.ofSeconds(5);

  private final String name;
  private final URI target;
  private final Context context;
  private final NetClient client;
  private final NetServer server;
  private final Set<Pair> pairs = new HashSet<>();
  private boolean stalled;
  private boolean deaf;

  private record Pair(NetSocket caller, NetSocket store) {
    void close() {
      caller.close();
      store.close();
    }
  }

  /**
   * Listens.
   *
   * @param vertx with a single event loop
   * @param target URL of the store
   */
  Link(Vertx vertx, String name, String target) {
    this.name = name;
    this.target = URI.create(target);
    this.context = vertx.getOrCreateContext();
    this.client = vertx.createNetClient();
    this.server = vertx.createNetServer().connectHandler(this::connect);
    Waiting.on(server.listen(0, "127.0.0.1"), LISTEN_LIMIT, "cannot listen for " + name);
  }

  String name() {
    return name;
  }

  /** The store's URL with this proxy's address in it. */
  String url() {
    String authority = target.getHost() + ":" + target.getPort();
    return target.toString().replace(authority, "127.0.0.1:" + server.actualPort());
  }

  /** Closes all connections. */
  void cut() {
    context.runOnContext(now -> closeAll());
  }

  /** Lets nothing through, or everything again, also what was held back. */
  void stall(boolean on) {
    context.runOnContext(
        now -> {
          stalled = on;
          pairs.forEach(this::flow);
        });
  }

  /** Loses all answers; when it hears again, all connections are closed, since they missed some. */
  void deafen(boolean on) {
    context.runOnContext(
        now -> {
          deaf = on;
          if (!on) {
            closeAll();
          }
        });
  }

  private void closeAll() {
    List.copyOf(pairs).forEach(Pair::close);
  }

  private void connect(NetSocket caller) {
    caller.pause();
    client
        .connect(target.getPort(), target.getHost())
        .onSuccess(store -> join(new Pair(caller, store)))
        .onFailure(refused -> caller.close());
  }

  private void join(Pair pair) {
    pairs.add(pair);
    pair.caller()
        .exceptionHandler(broken -> end(pair))
        .handler(pair.store()::write)
        .closeHandler(gone -> end(pair));
    pair.store()
        .exceptionHandler(broken -> end(pair))
        .handler(
            answer -> {
              if (!deaf) {
                pair.caller().write(answer);
              }
            })
        .closeHandler(gone -> end(pair));
    flow(pair);
  }

  private void flow(Pair pair) {
    if (stalled) {
      pair.caller().pause();
      pair.store().pause();
    } else {
      pair.caller().resume();
      pair.store().resume();
    }
  }

  private void end(Pair pair) {
    pairs.remove(pair);
    pair.close();
  }
}
