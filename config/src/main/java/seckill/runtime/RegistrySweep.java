package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.core.spi.cluster.RegistrationUpdateEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes from the registry of the event bus what belongs to nodes that are gone, and keeps in it
 * what belongs to those that are there.
 *
 * <p>Vert.x does that once, when a node leaves. Where the node that should do it dies with the
 * other, or its removal fails in the turmoil, or two sides of a network meet of which one still
 * knows the dead, nobody does it again; every second or third message would go to nobody for ever.
 *
 * <p>The oldest member sweeps. It removes a node that was no member in two looks in a row, since a
 * node that is just joining may be heard of before it is seen.
 *
 * <p>Senders remember what they heard of the registry, and in such turmoil may have missed the last
 * word. After each change of the members every node tells its own senders for some looks.
 *
 * <p>The living are forgotten alike: some nodes may take one for dead for a moment and remove it,
 * or hold a copy of the registry that lacks it, and neither the forgotten node nor they can see it.
 * So every node enters itself again, in those looks and in each {@value #LOOKS_BETWEEN_ENTRIES}th.
 */
final class RegistrySweep {
  private static final Logger LOG = LoggerFactory.getLogger(RegistrySweep.class);
  // As the cluster manager of Vert.x calls them.
  private static final String HANDLERS = "__vertx.subs";
  private static final String NODE_FACTS = "__vertx.nodeInfo";
  private static final int LOOKS_AFTER_CHANGE = 10;
  private static final int LOOKS_BETWEEN_ENTRIES = 15;
  private static final int LOOKS_MISSED = 15;

  private final Vertx vertx;
  private final ClusterManager cluster;
  private final RegistrationListener senders;
  private final Supplier<Future<Void>> enterAgain;
  private final long everyMillis;
  private List<String> known = List.of();
  private int looksToTell;
  private int looksToEntry = LOOKS_BETWEEN_ENTRIES;
  private Set<String> strangers = Set.of();
  private volatile boolean stopped;

  private record Handler(String address, RegistrationInfo info) {}

  /**
   * A sweep that does not look yet.
   *
   * @param senders who remember the registry
   * @param enterAgain enters this node once more
   * @param everyMillis between two looks
   */
  RegistrySweep(
      Vertx vertx,
      ClusterManager cluster,
      RegistrationListener senders,
      Supplier<Future<Void>> enterAgain,
      long everyMillis) {
    this.vertx = vertx;
    this.cluster = cluster;
    this.senders = senders;
    this.enterAgain = enterAgain;
    this.everyMillis = everyMillis;
  }

  /** Starts to look. */
  void start() {
    vertx.setTimer(everyMillis, now -> look());
  }

  /** Looks no more. */
  void stop() {
    stopped = true;
  }

  private void look() {
    if (stopped) {
      return;
    }
    vertx
        .executeBlocking(cluster::getNodes)
        .compose(this::look)
        // The shared data may fall silent while a member dies; the next look must come all the
        // same.
        .timeout(everyMillis * LOOKS_MISSED, TimeUnit.MILLISECONDS)
        .onFailure(cause -> LOG.debug("the registry cannot be swept now", cause))
        .onComplete(swept -> start());
  }

  private Future<Void> look(List<String> members) {
    if (!members.equals(known)) {
      known = List.copyOf(members);
      looksToTell = LOOKS_AFTER_CHANGE;
    }
    looksToEntry--;
    if (looksToTell == 0 && looksToEntry > 0) {
      return sweepAndTell(members);
    }
    looksToEntry = LOOKS_BETWEEN_ENTRIES;
    Future<Void> entered = enterAgain.get();
    return entered.transform(done -> sweepAndTell(members).compose(swept -> entered));
  }

  private Future<Void> sweepAndTell(List<String> members) {
    boolean oldest = !members.isEmpty() && members.get(0).equals(cluster.getNodeId());
    Future<Void> swept = oldest ? sweep() : forgetStrangers();
    if (looksToTell == 0) {
      return swept;
    }
    looksToTell--;
    return swept.transform(done -> tellSenders(Set.copyOf(members)).compose(told -> swept));
  }

  private Future<Void> tellSenders(Set<String> members) {
    return addresses()
        .compose(
            addresses ->
                Future.join(
                    addresses.stream()
                        .filter(senders::wantsUpdatesFor)
                        .map(address -> tellSenders(address, members))
                        .toList()))
        .mapEmpty();
  }

  private Future<?> tellSenders(String address, Set<String> members) {
    return registrations(address)
        .onSuccess(
            infos ->
                senders.registrationsUpdated(
                    new RegistrationUpdateEvent(
                        address,
                        infos.stream().filter(info -> members.contains(info.nodeId())).toList())));
  }

  private Future<Void> forgetStrangers() {
    strangers = Set.of();
    return Future.succeededFuture();
  }

  private Future<Void> sweep() {
    return handlers()
        .compose(
            handlers ->
                vertx
                    .executeBlocking(() -> strangersAmong(handlers))
                    .compose(found -> removeTwiceSeen(found, handlers)));
  }

  private Future<List<Handler>> handlers() {
    return addresses()
        .compose(addresses -> Future.all(addresses.stream().map(this::handlersOf).toList()))
        .map(
            all -> {
              List<Handler> handlers = new ArrayList<>();
              all.<List<Handler>>list().forEach(handlers::addAll);
              return handlers;
            });
  }

  private Future<List<String>> addresses() {
    return vertx.executeBlocking(
        () -> List.copyOf(cluster.<String, Object>getSyncMap(HANDLERS).keySet()));
  }

  private Future<List<RegistrationInfo>> registrations(String address) {
    return Future.future(read -> cluster.getRegistrations(address, read));
  }

  private Future<List<Handler>> handlersOf(String address) {
    return registrations(address)
        .map(
            infos ->
                infos.stream()
                    .filter(info -> !info.localOnly())
                    .map(info -> new Handler(address, info))
                    .toList());
  }

  // The members are asked for last: who joined meanwhile is one.
  private Set<String> strangersAmong(List<Handler> handlers) {
    Set<String> nodes = new HashSet<>(cluster.<String, Object>getSyncMap(NODE_FACTS).keySet());
    handlers.forEach(handler -> nodes.add(handler.info().nodeId()));
    cluster.getNodes().forEach(nodes::remove);
    return nodes;
  }

  private Future<Void> removeTwiceSeen(Set<String> found, List<Handler> handlers) {
    Set<String> gone = new HashSet<>(found);
    gone.retainAll(strangers);
    strangers = found;
    if (gone.isEmpty()) {
      return Future.succeededFuture();
    }
    List<Handler> dead =
        handlers.stream().filter(handler -> gone.contains(handler.info().nodeId())).toList();
    LOG.warn("the cluster has lost {}; {} addresses of theirs are removed", gone, dead.size());
    Future<Void> facts =
        vertx.executeBlocking(
            () -> {
              Map<String, Object> map = cluster.getSyncMap(NODE_FACTS);
              gone.forEach(map::remove);
              return null;
            });
    return Future.join(
            facts, Future.join(dead.stream().map(this::remove).toList()).<Void>mapEmpty())
        .mapEmpty();
  }

  private Future<Void> remove(Handler handler) {
    return Future.future(
        done -> cluster.removeRegistration(handler.address(), handler.info(), done));
  }
}
