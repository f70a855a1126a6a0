package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.core.spi.cluster.RegistrationInfo;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.config.ClusterSettings;
import seckill.testkit.TestPorts;
import seckill.testkit.TestVertx;

class ClusterWatchIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final List<String> lost = new CopyOnWriteArrayList<>();
  private int port;
  private Vertx vertx;
  private ClusterManager cluster;

  @BeforeEach
  void start() {
    port = TestPorts.free();
    vertx = TestVertx.await(VertxFactory.create(settings(0), VertxFactory.meters()));
    cluster = ((VertxInternal) vertx).clusterManager();
  }

  @AfterEach
  void stop() {
    TestVertx.await(vertx.close());
  }

  private ClusterSettings settings(long lostMillis) {
    return new ClusterSettings(
        true, "127.0.0.1", port, 0, 0, List.of("127.0.0.1:" + port), 500, 1500, 100, lostMillis);
  }

  private ClusterWatch watch(long lostMillis) {
    ClusterWatch watch = new ClusterWatch(vertx, cluster, settings(lostMillis), lost::add);
    TestVertx.await(watch.start());
    await().atMost(LIMIT).until(() -> watch.check().succeeded());
    return watch;
  }

  /** What a merge of clusters may do to a node. */
  private void forgetAddresses() {
    String address = "seckill.node." + cluster.getNodeId();
    Promise<List<RegistrationInfo>> registered = Promise.promise();
    cluster.getRegistrations(address, registered);
    for (RegistrationInfo info : TestVertx.await(registered.future())) {
      Promise<Void> removed = Promise.promise();
      cluster.removeRegistration(address, info, removed);
      TestVertx.await(removed.future());
    }
  }

  @Test
  @DisplayName("a node that stands alone is seen; one whose addresses are gone is not, and is lost")
  void noticesLostAddresses() {
    ClusterWatch watch = watch(500);
    assertThat(lost).isEmpty();

    forgetAddresses();

    await().atMost(LIMIT).until(() -> watch.check().failed());
    assertThat(watch.check().cause()).hasMessage("its addresses are not registered");
    await().atMost(LIMIT).until(() -> !lost.isEmpty());
    assertThat(lost)
        .singleElement()
        .asString()
        .matches("not seen by the cluster for \\d+ ms: its addresses are not registered");
  }

  @Test
  @DisplayName("with lostMillis 0 a node that is not seen is not ready, and goes on")
  void goesOnIfToldTo() {
    ClusterWatch watch = watch(0);

    forgetAddresses();

    await().atMost(LIMIT).until(() -> watch.check().failed());
    assertThat(lost).isEmpty();
  }

  @Test
  @DisplayName("a registry that throws makes the node unseen, and the watch goes on looking")
  void outlivesARegistryThatThrows() {
    AtomicBoolean broken = new AtomicBoolean();
    cluster = throwingWhile(broken, cluster);
    ClusterWatch watch = watch(0);

    broken.set(true);
    await().atMost(LIMIT).until(() -> watch.check().failed());
    assertThat(watch.check().cause()).hasMessage("on purpose");

    broken.set(false);
    await().atMost(LIMIT).until(() -> watch.check().succeeded());
  }

  private static ClusterManager throwingWhile(AtomicBoolean broken, ClusterManager real) {
    return (ClusterManager)
        Proxy.newProxyInstance(
            ClusterManager.class.getClassLoader(),
            new Class<?>[] {ClusterManager.class},
            (proxy, method, arguments) -> {
              if (broken.get() && method.getName().equals("getRegistrations")) {
                throw new IllegalStateException("on purpose");
              }
              return method.invoke(real, arguments);
            });
  }
}
