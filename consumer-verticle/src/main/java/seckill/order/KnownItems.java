package seckill.order;

import io.vertx.core.Future;
import io.vertx.redis.client.impl.types.ErrorType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The items in which to look for an order when a question names none: those that this process
 * drains, and those that went live since it last looked for new ones.
 */
final class KnownItems {
  private final OrderStreams streams;
  private final Supplier<List<Long>> drained;
  private final int limit;

  /**
   * @param drained items whose streams are read here
   * @param limit of items that are looked into for one question
   */
  KnownItems(OrderStreams streams, Supplier<List<Long>> drained, int limit) {
    this.streams = streams;
    this.drained = drained;
    this.limit = limit;
  }

  /** At most so many as one question may cost, drained ones first. */
  Future<List<Long>> all() {
    return streams
        .liveItems()
        // A list that is no list is told by the directory of streams.
        .recover(
            cause ->
                cause instanceof ErrorType
                    ? Future.succeededFuture(Set.of())
                    : Future.failedFuture(cause))
        .map(this::together);
  }

  private List<Long> together(Set<Long> live) {
    Set<Long> items = new LinkedHashSet<>(drained.get());
    items.addAll(live);
    return items.stream().limit(limit).toList();
  }
}
