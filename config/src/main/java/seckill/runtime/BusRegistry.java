package seckill.runtime;

import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.ext.cluster.infinispan.InfinispanClusterManager;

/**
 * The cluster manager, which also tells who remembers the registry: the senders of this node choose
 * a receiver from what they heard last.
 */
final class BusRegistry extends InfinispanClusterManager {
  private volatile RegistrationListener senders = new RegistrationListener() {};

  @Override
  public synchronized void registrationListener(RegistrationListener listener) {
    senders = listener;
    super.registrationListener(listener);
  }

  RegistrationListener senders() {
    return senders;
  }
}
