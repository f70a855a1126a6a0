package seckill.runtime;

import io.vertx.core.Completable;
import io.vertx.core.Future;
import io.vertx.core.spi.cluster.NodeInfo;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.ext.cluster.infinispan.InfinispanClusterManager;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The cluster manager, which also tells who remembers the registry (the senders of this node choose
 * a receiver from what they heard last), and knows what this node has entered, to enter it again.
 */
final class BusRegistry extends InfinispanClusterManager {
  private final Set<Entry> own = ConcurrentHashMap.newKeySet();
  private volatile RegistrationListener senders = new RegistrationListener() {};

  private record Entry(String address, RegistrationInfo info) {}

  @Override
  public synchronized void registrationListener(RegistrationListener listener) {
    senders = listener;
    super.registrationListener(listener);
  }

  RegistrationListener senders() {
    return senders;
  }

  @Override
  public void addRegistration(String address, RegistrationInfo info, Completable<Void> done) {
    if (!info.localOnly() && info.nodeId().equals(getNodeId())) {
      own.add(new Entry(address, info));
    }
    super.addRegistration(address, info, done);
  }

  @Override
  public void removeRegistration(String address, RegistrationInfo info, Completable<Void> done) {
    own.remove(new Entry(address, info));
    super.removeRegistration(address, info, done);
  }

  /** Enters this node's facts and addresses once more; what is there already stays as it is. */
  Future<Void> enterAgain() {
    NodeInfo facts = getNodeInfo();
    if (facts == null) {
      return Future.succeededFuture();
    }
    return Future.<Void>future(done -> setNodeInfo(facts, done))
        .compose(known -> Future.join(own.stream().map(this::enterAgain).toList()))
        .mapEmpty();
  }

  private Future<Void> enterAgain(Entry entry) {
    return Future.<Void>future(done -> super.addRegistration(entry.address(), entry.info(), done))
        .compose(
            entered ->
                // Withdrawn meanwhile, perhaps before it was entered again.
                own.contains(entry)
                    ? Future.succeededFuture()
                    : Future.future(
                        done -> super.removeRegistration(entry.address(), entry.info(), done)));
  }
}
