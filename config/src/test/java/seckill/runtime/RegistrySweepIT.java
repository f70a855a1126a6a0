package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.core.spi.cluster.NodeInfo;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.core.spi.cluster.RegistrationUpdateEvent;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.config.ClusterSettings;
import seckill.testkit.TestPorts;
import seckill.testkit.TestVertx;

class RegistrySweepIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String ADDRESS = "test.desk";
  private static final String DEAD = "a-node-that-died";

  private Vertx vertx;
  private ClusterManager cluster;
  private RegistrySweep sweep;

  @BeforeEach
  void start() {
    int port = TestPorts.free();
    ClusterSettings settings =
        new ClusterSettings(
            true, "127.0.0.1", port, 0, 0, List.of("127.0.0.1:" + port), 500, 1500, 100, 0);
    vertx = TestVertx.await(VertxFactory.create(settings, VertxFactory.meters()));
    cluster = ((VertxInternal) vertx).clusterManager();
    TestVertx.await(
        vertx
            .eventBus()
            .<String>consumer(ADDRESS, question -> question.reply("here"))
            .completion());
  }

  @AfterEach
  void stop() {
    sweep.stop();
    TestVertx.await(vertx.close());
  }

  private void sweep(ClusterManager registry) {
    sweep = new RegistrySweep(vertx, registry, own().senders(), own()::enterAgain, 20);
    sweep.start();
  }

  private BusRegistry own() {
    return (BusRegistry) cluster;
  }

  private void leaveBehind(String node) {
    TestVertx.await(
        Future.<Void>future(
            done -> cluster.addRegistration(ADDRESS, new RegistrationInfo(node, 1, false), done)));
    Map<String, Object> facts = cluster.getSyncMap("__vertx.nodeInfo");
    facts.put(node, facts.get(cluster.getNodeId()));
  }

  private List<String> nodes() {
    return TestVertx.await(
            Future.<List<RegistrationInfo>>future(read -> cluster.getRegistrations(ADDRESS, read)))
        .stream()
        .map(RegistrationInfo::nodeId)
        .toList();
  }

  @Test
  @DisplayName("what a dead node left behind is removed, and every message finds the living again")
  void removesTheDead() {
    leaveBehind(DEAD);
    assertThat(nodes()).hasSize(2);

    sweep(cluster);

    await().atMost(LIMIT).until(() -> nodes().equals(List.of(cluster.getNodeId())));
    await().atMost(LIMIT).until(() -> !cluster.getSyncMap("__vertx.nodeInfo").containsKey(DEAD));
    assertThat(TestVertx.await(Future.<NodeInfo>future(this::ownFacts))).isNotNull();
    for (int i = 0; i < 4; i++) {
      assertThat(
              TestVertx.await(
                      vertx
                          .eventBus()
                          .request(ADDRESS, "?", new DeliveryOptions().setSendTimeout(5000)))
                  .body())
          .isEqualTo("here");
    }
  }

  @Test
  @DisplayName("senders that remember a dead node hear the truth after a change of the members")
  void tellsTheSenders() {
    for (int i = 0; i < 2; i++) {
      TestVertx.await(vertx.eventBus().request(ADDRESS, "?"));
    }
    own()
        .senders()
        .registrationsUpdated(
            new RegistrationUpdateEvent(ADDRESS, List.of(new RegistrationInfo(DEAD, 1, false))));

    sweep(cluster);

    await()
        .atMost(LIMIT)
        .ignoreExceptions()
        .until(
            () ->
                TestVertx.await(
                        vertx
                            .eventBus()
                            .request(ADDRESS, "?", new DeliveryOptions().setSendTimeout(500)))
                    .body()
                    .equals("here"));
  }

  @Test
  @DisplayName("a living node that was removed enters itself again, and what it withdrew stays out")
  void entersAgain() {
    MessageConsumer<String> withdrawn = vertx.eventBus().consumer("test.closed", any -> {});
    TestVertx.await(withdrawn.completion());
    sweep(cluster);
    for (int removals = 0; removals < 2; removals++) {
      own().getSyncMap("__vertx.nodeInfo").remove(cluster.getNodeId());
      own().getSyncMap("__vertx.subs").remove(ADDRESS);

      await().atMost(LIMIT).until(() -> nodes().equals(List.of(cluster.getNodeId())));
      await()
          .atMost(LIMIT)
          .until(() -> own().getSyncMap("__vertx.nodeInfo").containsKey(cluster.getNodeId()));
    }
    assertThat(TestVertx.await(vertx.eventBus().request(ADDRESS, "?")).body()).isEqualTo("here");

    TestVertx.await(withdrawn.unregister());
    own().getSyncMap("__vertx.subs").remove(ADDRESS);
    await().atMost(LIMIT).until(() -> nodes().equals(List.of(cluster.getNodeId())));
    assertThat(own().getSyncMap("__vertx.subs")).doesNotContainKey("test.closed");
  }

  private void ownFacts(io.vertx.core.Completable<NodeInfo> read) {
    cluster.getNodeInfo(cluster.getNodeId(), read);
  }

  @Test
  @DisplayName("a node that is a member, or becomes one between two looks, is left alone")
  void leavesMembersAlone() {
    leaveBehind(DEAD);
    AtomicInteger looks = new AtomicInteger();

    sweep(seeing(looks));

    await().atMost(LIMIT).until(() -> looks.get() > 20);
    assertThat(nodes()).containsExactlyInAnyOrder(cluster.getNodeId(), DEAD);
  }

  /** A member that is seen in every second look at the members only. */
  private ClusterManager seeing(AtomicInteger looks) {
    return (ClusterManager)
        Proxy.newProxyInstance(
            ClusterManager.class.getClassLoader(),
            new Class<?>[] {ClusterManager.class},
            (proxy, method, arguments) -> {
              // Each sweep asks twice: who is oldest, and who is a member.
              boolean seen =
                  method.getName().equals("getNodes") && looks.getAndIncrement() % 4 == 1;
              return seen ? List.of(cluster.getNodeId(), DEAD) : method.invoke(cluster, arguments);
            });
  }
}
