package seckill.reconcile;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import seckill.config.SettingsLoader;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.runtime.Health;
import seckill.runtime.ServiceContext;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** One process with an auditor, as far as tests need it: a Vert.x and a bus of its own. */
final class Node implements AutoCloseable {
  private static final long REPLY_MILLIS = 60_000;
  private static final String REPAIR = "repair.";

  final Vertx vertx = Vertx.vertx();
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  final Health health = new Health();
  final List<JsonObject> facts = new CopyOnWriteArrayList<>();
  final List<JsonObject> alerts = new CopyOnWriteArrayList<>();
  private String deployment;

  private Node() {
    vertx.eventBus().<JsonObject>consumer(Addresses.EVENT_RECONCILED, m -> facts.add(m.body()));
    vertx.eventBus().<JsonObject>consumer(Addresses.EVENT_ALERT, m -> alerts.add(m.body()));
  }

  /** An auditor that runs on demand only, unless the given settings say otherwise. */
  static Node start(TestRedis redis, TestMySql mysql, Object... settings) {
    return start(Clock.systemUTC(), redis, mysql, settings);
  }

  static Node start(Clock clock, TestRedis redis, TestMySql mysql, Object... settings) {
    return start(clock, RepairHooks.NONE, redis, mysql, settings);
  }

  /** Settings that begin with {@code repair.} are those of the section of that name. */
  static Node start(
      Clock clock, RepairHooks hooks, TestRedis redis, TestMySql mysql, Object... settings) {
    JsonObject reconcile =
        new JsonObject().put("cron", "").put("saleIntervalMillis", 0).put("graceMillis", 20);
    JsonObject notify = new JsonObject();
    String url = redis.url();
    JsonObject repair = new JsonObject().put("graceMillis", 20);
    for (int i = 0; i < settings.length; i += 2) {
      String name = (String) settings[i];
      if (name.equals("redis.url")) {
        url = (String) settings[i + 1];
      } else if (name.equals("notify.sender")) {
        notify.put("sender", settings[i + 1]);
      } else if (name.startsWith(REPAIR)) {
        repair.put(name.substring(REPAIR.length()), settings[i + 1]);
      } else {
        reconcile.put(name, settings[i + 1]);
      }
    }
    JsonObject document =
        new JsonObject()
            .put("redis", new JsonObject().put("url", url))
            .put("mysql", new JsonObject().put("url", mysql.url()))
            .put("reconcile", reconcile)
            .put("notify", notify)
            .put("repair", repair);
    JsonObject checked = new SettingsLoader("reconcile").load(document, Map.of());
    Node node = new Node();
    node.deployment =
        TestVertx.await(
                new ReconcileService(hooks)
                    .deploy(
                        node.vertx, checked, new ServiceContext(node.meters, node.health, clock)))
            .get(0);
    return node;
  }

  Future<JsonObject> request(Object body) {
    return vertx
        .eventBus()
        .<JsonObject>request(
            Addresses.RECONCILE_RUN, body, new DeliveryOptions().setSendTimeout(REPLY_MILLIS))
        .map(Message::body);
  }

  Future<JsonObject> request(long itemId) {
    return request(new JsonObject().put("itemId", Long.toString(itemId)));
  }

  /** A run that mends whatever can be. */
  JsonObject repair(long itemId) {
    return TestVertx.await(
        request(
            new JsonObject()
                .put("itemId", Long.toString(itemId))
                .put("repair", true)
                .put("actor", "op1")));
  }

  JsonObject run(long itemId) {
    return TestVertx.await(request(itemId));
  }

  /** Undeploys the auditor as a stop of the process does. */
  void stop() {
    TestVertx.await(vertx.undeploy(deployment));
  }

  double count(String counter, String tag, String value) {
    return meters.counter(counter, tag, value).count();
  }

  static Outcome outcome(Throwable cause) {
    return Outcome.ofFailureCode(((ReplyException) cause).failureCode());
  }

  @Override
  public void close() {
    TestVertx.await(vertx.close());
  }
}
