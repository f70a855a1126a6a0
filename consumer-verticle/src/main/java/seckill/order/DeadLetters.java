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
import seckill.contract.Texts;
import seckill.runtime.BatchSize;

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

  private final DeadLetterRepository repository;
  private final OrderStreams streams;
  private final ConsumerMetrics metrics;
  private final EventBus bus;
  private final FaultHooks hooks;
  private final int maxDeliveries;
  private final BatchSize size;

  /**
   * How far it goes.
   *
   * @param maxDeliveries how often a message is delivered before it is given up for a reason that
   *     may pass
   * @param writeMillis how long one transaction may take
   */
  record Limits(int maxDeliveries, long writeMillis) {}

  DeadLetters(
      DeadLetterRepository repository,
      OrderStreams streams,
      ConsumerMetrics metrics,
      EventBus bus,
      FaultHooks hooks,
      Limits limits) {
    this.repository = repository;
    this.streams = streams;
    this.metrics = metrics;
    this.bus = bus;
    this.hooks = hooks;
    this.maxDeliveries = limits.maxDeliveries();
    this.size = new BatchSize(PER_CALL, limits.writeMillis());
  }

  /**
   * Stores dead letters of one item in both places and acknowledges their originals.
   *
   * @return whether that was all of them; the others stay pending, to be delivered again
   */
  Future<Boolean> bury(long itemId, List<DeadLetter> letters) {
    return size.inPieces(letters, page -> buryPage(itemId, page))
        .map(pages -> pages.stream().allMatch(done -> done));
  }

  private Future<Boolean> buryPage(long itemId, List<DeadLetter> page) {
    return repository
        .states(itemId, page.stream().map(DeadLetter::id).toList())
        .compose(
            states -> {
              List<DeadLetter> fresh = new ArrayList<>();
              List<DeadLetter> stored = new ArrayList<>();
              List<String> decided = new ArrayList<>();
              for (DeadLetter letter : page) {
                String state = states.get(letter.id());
                if (state == null) {
                  fresh.add(letter);
                } else if (state.equals(DeadLetterRepository.OPEN)) {
                  stored.add(letter);
                } else {
                  decided.add(letter.id());
                }
              }
              return repository
                  .givenUp(itemId, fresh)
                  .compose(
                      givenUp -> {
                        fresh.removeAll(givenUp);
                        givenUp.forEach(letter -> decided.add(letter.id()));
                        return passOver(itemId, decided);
                      })
                  .compose(done -> store(itemId, fresh))
                  .compose(
                      buried ->
                          hooks
                              .betweenDeadCopies(itemId)
                              .compose(done -> copy(itemId, buried, false))
                              .compose(done -> copy(itemId, stored, true))
                              .map(buried.size() == fresh.size()));
            });
  }

  private Future<Void> passOver(long itemId, List<String> decided) {
    return streams
        .acknowledge(streams.keys().of(itemId), decided)
        .onSuccess(
            done -> {
              if (!decided.isEmpty()) {
                LOG.info(
                    "item {}: passed over messages of dead letters that were decided: {}",
                    itemId,
                    Texts.some(decided));
              }
            })
        .mapEmpty();
  }

  /** Stores those that are not to be delivered again, and says which. */
  private Future<List<DeadLetter>> store(long itemId, List<DeadLetter> letters) {
    if (letters.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return count(itemId, letters)
        .compose(
            counted -> {
              List<DeadLetterRepository.Buried> ripe =
                  counted.stream().filter(this::isRipe).toList();
              List<DeadLetter> buried =
                  ripe.stream().map(DeadLetterRepository.Buried::letter).toList();
              return ripe.isEmpty()
                  ? Future.succeededFuture(buried)
                  : repository.insert(ripe).map(buried);
            });
  }

  private boolean isRipe(DeadLetterRepository.Buried counted) {
    return counted.deliveries() >= maxDeliveries || !counted.letter().verdict().reason().mayPass();
  }

  private Future<List<DeadLetterRepository.Buried>> count(long itemId, List<DeadLetter> letters) {
    ItemKeys keys = streams.keys().of(itemId);
    List<Future<DeadLetterRepository.Buried>> counted = new ArrayList<>();
    for (DeadLetter letter : letters) {
      counted.add(
          streams
              .deliveries(keys, letter.id())
              .map(times -> new DeadLetterRepository.Buried(itemId, letter, times)));
    }
    return Future.all(counted).map(all -> all.<DeadLetterRepository.Buried>list());
  }

  private Future<Void> copy(long itemId, List<DeadLetter> letters, boolean triedBefore) {
    if (letters.isEmpty()) {
      return Future.succeededFuture();
    }
    return streams
        .bury(streams.keys().of(itemId), letters, triedBefore)
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
              Texts.counted(alike.size(), "order message")
                  + ", the first at "
                  + first.id()
                  + ": "
                  + first.reason();
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
