package seckill.runtime;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.core.spi.cluster.NodeInfo;
import io.vertx.core.spi.cluster.RegistrationInfo;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.ClusterSettings;

/**
 * Watches whether this node is seen on the event bus: each node has an address of its own, and asks
 * itself and its peers whether they find it.
 *
 * <p>Vert.x tells nobody when the cluster loses a node's addresses; the node would stay up, and
 * deaf.
 */
final class ClusterWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterWatch.class);
  private static final String ADDRESS = "seckill.node.";
  private static final String NOT_REGISTERED = "its addresses are not registered";
  private static final int UNSEEN = 1;
  private static final int UNKNOWN = 2;

  private final Vertx vertx;
  private final ClusterManager cluster;
  private final ClusterSettings settings;
  private final Consumer<String> lost;
  private final String self;
  private final Context context;

  private volatile String fault = "not checked yet";
  private long seenNanos = System.nanoTime();
  private volatile boolean stopped;
  private boolean told;

  /**
   * A watch that does not look yet.
   *
   * @param lost is told once, with the reason, when the node has been unseen for too long
   */
  ClusterWatch(
      Vertx vertx, ClusterManager cluster, ClusterSettings settings, Consumer<String> lost) {
    this.vertx = vertx;
    this.cluster = cluster;
    this.settings = settings;
    this.lost = lost;
    this.self = cluster.getNodeId();
    this.context = vertx.getOrCreateContext();
  }

  /** Starts to look. */
  Future<Void> start() {
    return vertx
        .eventBus()
        .<String>consumer(ADDRESS + self, this::answer)
        .completion()
        .onSuccess(registered -> context.runOnContext(now -> look()));
  }

  /** Looks no more: the node leaves on purpose. */
  void stop() {
    stopped = true;
  }

  /** A readiness check: fails with the reason while the last look did not find this node. */
  Future<?> check() {
    String now = fault;
    return now == null ? Future.succeededFuture() : Future.failedFuture(now);
  }

  private void answer(Message<String> question) {
    finds(question.body())
        .onSuccess(
            found -> {
              if (found) {
                question.reply(self);
              } else {
                question.fail(UNSEEN, NOT_REGISTERED);
              }
            })
        .onFailure(cause -> question.fail(UNKNOWN, cause.getMessage()));
  }

  private void look() {
    finds(self)
        .compose(found -> found ? Future.succeededFuture() : Future.failedFuture(NOT_REGISTERED))
        .compose(seen -> askPeers())
        .timeout(settings.checkMillis() * 2, TimeUnit.MILLISECONDS)
        .onComplete(
            look ->
                // The cluster answers on threads of its own.
                context.runOnContext(
                    now -> {
                      if (!stopped) {
                        note(look.cause());
                        vertx.setTimer(settings.checkMillis(), again -> look());
                      }
                    }));
  }

  private void note(Throwable cause) {
    if (cause == null) {
      if (fault != null) {
        LOG.info("the cluster sees this node");
      }
      fault = null;
      seenNanos = System.nanoTime();
      return;
    }
    String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    if (!reason.equals(fault)) {
      LOG.warn("the cluster does not see this node: {}", reason);
    }
    fault = reason;
    long unseen = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - seenNanos);
    if (settings.lostMillis() > 0 && unseen >= settings.lostMillis() && !told) {
      told = true;
      lost.accept("not seen by the cluster for " + unseen + " ms: " + reason);
    }
  }

  /**
   * Whether the registry of the event bus, as this node sees it, has a node; fails if there is no
   * telling.
   */
  private Future<Boolean> finds(String node) {
    // A cluster manager that is stopping throws.
    Future<NodeInfo> facts = Future.future(read -> cluster.getNodeInfo(node, read));
    Future<List<RegistrationInfo>> handlers =
        Future.future(read -> cluster.getRegistrations(ADDRESS + node, read));
    return facts
        .map(true)
        .recover(ClusterWatch::isUnknown)
        .compose(
            known ->
                known ? handlers.map(found -> names(found, node)) : Future.succeededFuture(false));
  }

  // Of a node without facts the cluster manager says no more than that it failed to find it.
  private static Future<Boolean> isUnknown(Throwable cause) {
    return cause instanceof IllegalStateException || cause instanceof RegistryLookup.Unanswered
        ? Future.failedFuture(cause)
        : Future.succeededFuture(false);
  }

  private static boolean names(List<RegistrationInfo> handlers, String node) {
    return handlers.stream().anyMatch(info -> node.equals(info.nodeId()));
  }

  private Future<?> askPeers() {
    return Future.all(
        cluster.getNodes().stream().filter(node -> !node.equals(self)).map(this::ask).toList());
  }

  /**
   * Fails only if a peer denies that it finds this node: that a peer is silent, or cannot tell, is
   * its own fault.
   */
  private Future<?> ask(String peer) {
    return vertx
        .eventBus()
        .<String>request(
            ADDRESS + peer, self, new DeliveryOptions().setSendTimeout(settings.checkMillis()))
        .mapEmpty()
        .recover(
            cause ->
                cause instanceof ReplyException reply
                        && reply.failureType() == ReplyFailure.RECIPIENT_FAILURE
                        && reply.failureCode() == UNSEEN
                    ? Future.failedFuture("unseen by " + peer + ": " + reply.getMessage())
                    : Future.succeededFuture());
  }
}
