package seckill.runtime;

import io.vertx.core.Completable;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.internal.WorkerPool;
import io.vertx.core.spi.cluster.NodeInfo;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.core.spi.cluster.RegistrationUpdateEvent;
import io.vertx.ext.cluster.infinispan.InfinispanClusterManager;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The cluster manager with time limits: its lookups end, and nothing of it runs on an event loop.
 * It also tells who remembers the registry (the senders of this node choose a receiver from what
 * they heard last), and knows what this node has entered, to enter it again.
 *
 * <p>Each change of the registry runs on a worker, in the order of the context that asked for it:
 * Infinispan blocks the calling thread while a member that just died owes it credits, and the
 * cluster manager holds its own lock while it removes the dead.
 */
class BusRegistry extends InfinispanClusterManager {
  private static final String WORKERS = "seckill-registry";
  private static final int WORKER_COUNT = 8;
  private static final long LONG_BLOCK_SECONDS = 60;

  private final Set<Entry> own = ConcurrentHashMap.newKeySet();
  private final long lookupMillis;
  private volatile RegistrationListener senders = new RegistrationListener() {};
  private volatile boolean leaving;
  private VertxInternal vertx;
  private WorkerPool workers;
  private RegistryLookup lookup;

  private record Entry(String address, RegistrationInfo info) {}

  /**
   * A cluster manager that has not joined.
   *
   * @param lookupMillis for each of the two tries of a lookup
   */
  BusRegistry(long lookupMillis) {
    this.lookupMillis = lookupMillis;
  }

  @Override
  public void init(Vertx vertx) {
    super.init(vertx);
    this.vertx = (VertxInternal) vertx;
    workers =
        this.vertx.createSharedWorkerPool(
            WORKERS, WORKER_COUNT, LONG_BLOCK_SECONDS, TimeUnit.SECONDS);
    lookup = new RegistryLookup(workers.executor(), lookupMillis);
  }

  @Override
  public synchronized void registrationListener(RegistrationListener listener) {
    senders = listener;
    super.registrationListener(new UntilLeft(listener));
  }

  RegistrationListener senders() {
    return senders;
  }

  @Override
  public void leave(Completable<Void> left) {
    leaving = true;
    super.leave(
        (nothing, cause) -> {
          workers.close();
          left.complete(nothing, cause);
        });
  }

  @Override
  public void getRegistrations(String address, Completable<List<RegistrationInfo>> found) {
    tell(found, lookup.ask("who listens at " + address, read -> read(address, read)));
  }

  // Where it was asked: a sender hands its message over only after it has asked for the way.
  private <T> void tell(Completable<T> asker, Future<T> answer) {
    ContextInternal context = vertx.getOrCreateContext();
    answer.onComplete((found, cause) -> context.runOnContext(now -> asker.complete(found, cause)));
  }

  /** The lookup itself, which may never end. */
  void read(String address, Completable<List<RegistrationInfo>> found) {
    super.getRegistrations(address, found);
  }

  @Override
  public void getNodeInfo(String node, Completable<NodeInfo> found) {
    tell(
        found,
        lookup
            .<Optional<NodeInfo>>ask("where the node " + node + " is", read -> readNode(node, read))
            .compose(
                facts ->
                    facts
                        .map(Future::succeededFuture)
                        .orElseGet(() -> Future.failedFuture(unknown(node)))));
  }

  /** The lookup itself, which may never end. */
  void readNode(String node, Completable<Optional<NodeInfo>> found) {
    super.getNodeInfo(
        node,
        (facts, cause) -> {
          if (cause == null || isNoMember(cause)) {
            found.succeed(Optional.ofNullable(facts));
          } else {
            found.fail(cause);
          }
        });
  }

  // A failure without a type of its own; faults of the cluster have one.
  private static boolean isNoMember(Throwable cause) {
    return "Not a member of the cluster".equals(cause.getMessage());
  }

  // Whoever has something to send hears at once that it was not sent.
  private static ReplyException unknown(String node) {
    return new ReplyException(ReplyFailure.NO_HANDLERS, "the cluster has no node " + node);
  }

  @Override
  public void setNodeInfo(NodeInfo facts, Completable<Void> done) {
    onWorker(() -> super.setNodeInfo(facts, done));
  }

  @Override
  public void addRegistration(String address, RegistrationInfo info, Completable<Void> done) {
    if (!info.localOnly() && info.nodeId().equals(getNodeId())) {
      own.add(new Entry(address, info));
    }
    onWorker(() -> super.addRegistration(address, info, done));
  }

  @Override
  public void removeRegistration(String address, RegistrationInfo info, Completable<Void> done) {
    own.remove(new Entry(address, info));
    onWorker(() -> super.removeRegistration(address, info, done));
  }

  private void onWorker(Runnable change) {
    ContextInternal caller = vertx.getOrCreateContext();
    ContextInternal worker =
        (ContextInternal)
            caller.contextData().computeIfAbsent(BusRegistry.class, key -> workerContext());
    worker.runOnContext(now -> change.run());
  }

  private ContextInternal workerContext() {
    ContextInternal worker =
        vertx
            .contextBuilder()
            .withThreadingModel(ThreadingModel.WORKER)
            .withWorkerPool(workers)
            .build();
    // A change that brings about another one stays there.
    worker.contextData().put(BusRegistry.class, worker);
    return worker;
  }

  /** Enters this node's facts and addresses once more; what is there already stays as it is. */
  Future<Void> enterAgain() {
    return Future.<NodeInfo>future(read -> onWorker(() -> read.succeed(getNodeInfo())))
        .compose(
            facts ->
                facts == null
                    ? Future.succeededFuture()
                    : Future.<Void>future(done -> setNodeInfo(facts, done))
                        .compose(known -> Future.join(own.stream().map(this::enterAgain).toList()))
                        .mapEmpty());
  }

  private Future<Void> enterAgain(Entry entry) {
    return Future.<Void>future(done -> enter(entry, done))
        .compose(
            entered ->
                // Withdrawn meanwhile, perhaps before it was entered again.
                own.contains(entry)
                    ? Future.succeededFuture()
                    : Future.future(done -> withdraw(entry, done)));
  }

  private void enter(Entry entry, Completable<Void> done) {
    onWorker(() -> super.addRegistration(entry.address(), entry.info(), done));
  }

  private void withdraw(Entry entry, Completable<Void> done) {
    onWorker(() -> super.removeRegistration(entry.address(), entry.info(), done));
  }

  /** The senders, who want to hear of nothing once this node leaves: then nothing can be read. */
  private final class UntilLeft implements RegistrationListener {
    private final RegistrationListener senders;

    UntilLeft(RegistrationListener senders) {
      this.senders = senders;
    }

    @Override
    public boolean wantsUpdatesFor(String address) {
      return !leaving && senders.wantsUpdatesFor(address);
    }

    @Override
    public void registrationsUpdated(RegistrationUpdateEvent event) {
      senders.registrationsUpdated(event);
    }

    @Override
    public void registrationsLost() {
      senders.registrationsLost();
    }
  }
}
