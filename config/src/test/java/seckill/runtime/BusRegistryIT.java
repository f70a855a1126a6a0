package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Completable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.spi.cluster.NodeInfo;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.core.spi.cluster.RegistrationUpdateEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.config.ClusterSettings;
import seckill.testkit.TestPorts;
import seckill.testkit.TestVertx;

class BusRegistryIT {
  private static final String ADDRESS = "test.desk";
  private static final int EVER = Integer.MAX_VALUE;
  // Longer than any pause of a busy machine, and shorter than a test may take.
  private static final DeliveryOptions PATIENCE = new DeliveryOptions().setSendTimeout(25_000);

  private final CountDownLatch end = new CountDownLatch(1);
  private volatile Fault fault = Fault.NONE;
  private volatile Fault nodeFault = Fault.NONE;
  private final AtomicInteger faultsLeft = new AtomicInteger();
  private final AtomicInteger news = new AtomicInteger();
  private Vertx vertx;
  private Registry registry;

  private enum Fault {
    NONE,
    SILENT,
    BLOCKED,
    FAILED,
    THROWN
  }

  private final class Registry extends BusRegistry {
    Registry() {
      super(150);
    }

    @Override
    public synchronized void registrationListener(RegistrationListener listener) {
      super.registrationListener(
          new RegistrationListener() {
            @Override
            public boolean wantsUpdatesFor(String address) {
              boolean wanted = listener.wantsUpdatesFor(address);
              if (address.equals(ADDRESS)) {
                news.incrementAndGet();
              }
              return wanted;
            }

            @Override
            public void registrationsUpdated(RegistrationUpdateEvent event) {
              listener.registrationsUpdated(event);
            }
          });
    }

    @Override
    void read(String address, Completable<List<RegistrationInfo>> found) {
      if (!address.equals(ADDRESS) || !isFaulty(fault, found)) {
        super.read(address, found);
      }
    }

    @Override
    void readNode(String node, Completable<Optional<NodeInfo>> found) {
      if (!isFaulty(nodeFault, found)) {
        super.readNode(node, found);
      }
    }

    private boolean isFaulty(Fault fault, Completable<?> found) {
      if (fault == Fault.NONE || faultsLeft.getAndDecrement() <= 0) {
        return false;
      }
      switch (fault) {
        case BLOCKED -> awaitEnd();
        case FAILED -> found.fail("on purpose");
        case THROWN -> throw new IllegalStateException("on purpose");
        default -> {}
      }
      return true;
    }

    private void awaitEnd() {
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @BeforeEach
  void start() {
    int port = TestPorts.free();
    ClusterSettings settings =
        new ClusterSettings(
            true, "127.0.0.1", port, 0, 0, List.of("127.0.0.1:" + port), 500, 1500, 100, 0);
    vertx =
        TestVertx.await(
            VertxFactory.create(settings, VertxFactory.meters(), () -> registry = new Registry()));
  }

  @AfterEach
  void stop() {
    end.countDown();
    TestVertx.await(vertx.close());
  }

  private void listen() {
    TestVertx.await(
        vertx
            .eventBus()
            .<String>consumer(ADDRESS, question -> question.reply("here"))
            .completion());
    // Senders are told of it; later on they know no more than what they ask for.
    await().atMost(Duration.ofSeconds(60)).until(() -> news.get() > 0);
  }

  private Future<Message<String>> ask() {
    // On an event loop, like all who send.
    return Future.future(
        answered ->
            vertx.runOnContext(
                now ->
                    vertx.eventBus().<String>request(ADDRESS, "?", PATIENCE).onComplete(answered)));
  }

  private void assertNobodyIsThere() {
    assertNobodyIsThere(ask());
  }

  private static void assertNobodyIsThere(Future<?> answer) {
    assertThatThrownBy(() -> TestVertx.await(answer))
        .isInstanceOfSatisfying(
            ReplyException.class,
            failure -> assertThat(failure.failureType()).isEqualTo(ReplyFailure.NO_HANDLERS));
  }

  @Test
  @DisplayName(
      "a message whose lookup is not answered, or fails, hears that nobody is there; so does each"
          + " one that waits behind it, and the next one is delivered")
  void lookupsEnd() {
    listen();
    for (Fault each : List.of(Fault.SILENT, Fault.BLOCKED, Fault.FAILED, Fault.THROWN)) {
      faultsLeft.set(EVER);
      fault = each;
      Future<Message<String>> first = ask();
      assertNobodyIsThere();
      assertNobodyIsThere(first);

      fault = Fault.NONE;
      assertThat(TestVertx.await(ask()).body()).as(each.name()).isEqualTo("here");
      // The sender knows the way now, until the address changes.
      forgetTheWay();
    }
  }

  private void forgetTheWay() {
    registry.senders().registrationsUpdated(new RegistrationUpdateEvent(ADDRESS, List.of()));
  }

  @Test
  @DisplayName("a lookup that is lost once is asked again, and the message is delivered")
  void asksTwice() {
    listen();
    for (Fault each : List.of(Fault.SILENT, Fault.BLOCKED, Fault.FAILED, Fault.THROWN)) {
      faultsLeft.set(1);
      fault = each;
      assertThat(TestVertx.await(ask()).body()).as(each.name()).isEqualTo("here");
      forgetTheWay();
    }
  }

  @Test
  @DisplayName(
      "a message to a node of which the cluster does not tell where it is, or has never heard,"
          + " hears that nobody is there")
  void nodeLookupsEnd() {
    TestVertx.await(
        Future.<Void>future(
            done ->
                registry.addRegistration(ADDRESS, new RegistrationInfo("ghost", 1, false), done)));
    assertNobodyIsThere();
    for (Fault each : List.of(Fault.SILENT, Fault.BLOCKED, Fault.FAILED, Fault.THROWN)) {
      faultsLeft.set(EVER);
      nodeFault = each;
      assertNobodyIsThere();
    }
  }

  @Test
  @DisplayName("while the cluster manager holds its own lock, no event loop waits for it")
  void blocksNoEventLoop() {
    listen();
    Promise<Void> free = Promise.promise();
    Future<?> entered;
    synchronized (registry) {
      Promise<Future<Void>> began = Promise.promise();
      vertx.runOnContext(
          now -> {
            Future<Void> entering = registry.enterAgain();
            registry.setNodeInfo(new NodeInfo("127.0.0.1", 1, null), (done, cause) -> {});
            began.complete(entering);
            vertx.runOnContext(next -> free.complete());
          });
      TestVertx.await(free.future());
      entered = TestVertx.await(began.future());
      assertThat(entered.isComplete()).isFalse();
    }
    TestVertx.await(entered);
  }

  @Test
  @DisplayName("changes of one context are made in its order: what was withdrawn stays withdrawn")
  void keepsTheOrder() {
    Promise<Void> done = Promise.promise();
    RegistrationInfo info = new RegistrationInfo("ghost", 1, false);
    vertx.runOnContext(
        now -> {
          for (int i = 0; i < 50; i++) {
            registry.addRegistration(ADDRESS, info, (added, cause) -> {});
            registry.removeRegistration(ADDRESS, info, i == 49 ? done : (gone, cause) -> {});
          }
        });
    TestVertx.await(done.future());

    assertThat(
            TestVertx.await(
                Future.<List<RegistrationInfo>>future(
                    read -> registry.getRegistrations(ADDRESS, read))))
        .isEmpty();
  }
}
