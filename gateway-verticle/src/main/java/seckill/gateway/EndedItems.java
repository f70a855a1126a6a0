package seckill.gateway;

import io.vertx.core.Future;
import java.util.EnumSet;
import java.util.Set;
import seckill.contract.Outcome;

/**
 * Tells of an item whose sale is over that it is ENDED, also when Redis has forgotten it by then:
 * keys expire a while after the end, and the books know the item for good.
 */
final class EndedItems {
  /** What is heard of an item, or of something of it, that Redis knows nothing of. */
  private static final Set<Outcome> FORGOTTEN =
      EnumSet.of(Outcome.NOT_FOUND, Outcome.CHALLENGE_EXPIRED);

  private final ItemCatalog catalog;

  EndedItems(ItemCatalog catalog) {
    this.catalog = catalog;
  }

  /** Whether an outcome may hide that the sale is over. */
  static boolean mayHide(Outcome outcome) {
    return FORGOTTEN.contains(outcome);
  }

  /** ENDED if the sale of the item is over, and otherwise what was heard; never fails. */
  Future<Outcome> unhide(long itemId, Outcome heard) {
    if (!mayHide(heard)) {
      return Future.succeededFuture(heard);
    }
    return catalog
        .item(itemId)
        .map(read -> "ENDED".equals(read.value().getString("state")) ? Outcome.ENDED : heard)
        // The item is known to nobody, or nobody can be asked.
        .otherwise(heard);
  }
}
