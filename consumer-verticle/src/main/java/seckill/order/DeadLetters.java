package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.contract.ItemKeys;
import seckill.contract.RedisKeys;

/**
 * Puts messages that can never become orders where a person finds them: into MySQL and into the
 * item's dead stream.
 *
 * <p>Only a message that is in both is acknowledged; a try that failed half-way can be repeated.
 */
final class DeadLetters {
  private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);

  /** Keeps one script call short, since Redis does nothing else meanwhile. */
  private static final int PER_CALL = 100;

  private final OrderRepository repository;
  private final OrderStreams streams;
  private final ConsumerMetrics metrics;
  private final EventBus bus;
  private final FaultHooks hooks;

  DeadLetters(
      OrderRepository repository,
      OrderStreams streams,
      ConsumerMetrics metrics,
      EventBus bus,
      FaultHooks hooks) {
    this.repository = repository;
    this.streams = streams;
    this.metrics = metrics;
    this.bus = bus;
    this.hooks = hooks;
  }

  /** Stores dead letters of one item in both places and acknowledges their originals. */
  Future<Void> bury(long itemId, List<DeadLetter> letters) {
    Future<Void> chain = Future.succeededFuture();
    for (int from = 0; from < letters.size(); from += PER_CALL) {
      List<DeadLetter> page = letters.subList(from, Math.min(letters.size(), from + PER_CALL));
      chain = chain.compose(previous -> buryPage(itemId, page));
    }
    return chain;
  }

  private Future<Void> buryPage(long itemId, List<DeadLetter> page) {
    List<String> ids = page.stream().map(DeadLetter::id).toList();
    return repository
        .findDeadLetters(itemId, ids)
        .compose(
            stored -> {
              Map<Boolean, List<DeadLetter>> split =
                  page.stream().collect(Collectors.partitioningBy(l -> stored.contains(l.id())));
              return store(itemId, split.get(false))
                  .compose(done -> hooks.betweenDeadCopies(itemId))
                  .compose(done -> copy(itemId, split.get(false), false))
                  .compose(done -> copy(itemId, split.get(true), true));
            });
  }

  private Future<Void> store(long itemId, List<DeadLetter> letters) {
    if (letters.isEmpty()) {
      return Future.succeededFuture();
    }
    ItemKeys keys = RedisKeys.of(itemId);
    List<Future<OrderRepository.BuriedLetter>> counted = new ArrayList<>();
    for (DeadLetter letter : letters) {
      counted.add(
          streams
              .deliveries(keys, letter.id())
              .map(times -> new OrderRepository.BuriedLetter(itemId, letter, times)));
    }
    return Future.all(counted)
        .compose(all -> repository.insertDeadLetters(all.<OrderRepository.BuriedLetter>list()));
  }

  private Future<Void> copy(long itemId, List<DeadLetter> letters, boolean triedBefore) {
    if (letters.isEmpty()) {
      return Future.succeededFuture();
    }
    return streams
        .bury(RedisKeys.of(itemId), letters, triedBefore)
        .map(
            added -> {
              if (added > 0) {
                tell(itemId, letters);
              }
              return null;
            });
  }

  private void tell(long itemId, List<DeadLetter> letters) {
    Map<DeadReason, List<DeadLetter>> byReason =
        letters.stream().collect(Collectors.groupingBy(letter -> letter.verdict().reason()));
    byReason.forEach(
        (reason, alike) -> {
          DeadLetter first = alike.get(0);
          metrics.buried(reason, alike.size());
          String detail =
              alike.size() + " order messages, the first at " + first.id() + ": " + first.reason();
          LOG.warn("dead letters of item {}: {}", itemId, detail);
          bus.publish(
              Addresses.EVENT_ALERT,
              new JsonObject()
                  .put("source", "consumer")
                  .put("kind", reason == DeadReason.OVERSOLD ? "OVERSOLD" : "DEAD_LETTER")
                  .put("itemId", Long.toString(itemId))
                  .put("detail", detail));
        });
  }
}
