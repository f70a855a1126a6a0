package seckill.sale;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds Redis to the terms in the books: a change that it was not told of, or forgot. Looks at some
 * items at a time, and first at those whose terms have changed.
 */
final class TermsWatch {
  private static final Logger LOG = LoggerFactory.getLogger(TermsWatch.class);

  private final TermsStore store;
  private final ItemCatalog catalog;
  private final int perLook;
  private final Map<Long, Terms> told = new HashMap<>();
  private int next;
  private boolean looking;
  private boolean failing;

  private record Terms(long units, Instant endAt) {
    static Terms of(SaleItem item) {
      return new Terms(item.units(), item.spec().endAt());
    }
  }

  /**
   * @param perLook items that are looked at in one go, at least one if its terms have changed
   */
  TermsWatch(TermsStore store, ItemCatalog catalog, int perLook) {
    this.store = store;
    this.catalog = catalog;
    this.perLook = perLook;
  }

  /** Looks at the next items, unless the last look is still under way. */
  Future<Void> look() {
    if (looking) {
      return Future.succeededFuture();
    }
    looking = true;
    List<Future<?>> looks = new ArrayList<>();
    for (SaleItem item : choose(catalog.items())) {
      looks.add(store.tell(item).onSuccess(done -> told.put(item.itemId(), Terms.of(item))));
    }
    return Future.join(looks).<Void>mapEmpty().onComplete(done -> ended(done.cause()));
  }

  private List<SaleItem> choose(List<SaleItem> items) {
    told.keySet().retainAll(items.stream().map(SaleItem::itemId).toList());
    List<SaleItem> chosen =
        new ArrayList<>(
            items.stream()
                .filter(item -> !Terms.of(item).equals(told.get(item.itemId())))
                .limit(Math.max(1, perLook))
                .toList());
    int others = Math.min(perLook, items.size()) - chosen.size();
    for (int i = 0; i < others; i++) {
      chosen.add(items.get(next++ % items.size()));
    }
    next = items.isEmpty() ? 0 : next % items.size();
    return chosen;
  }

  private void ended(Throwable cause) {
    looking = false;
    if (cause == null) {
      failing = false;
    } else if (!failing) {
      failing = true;
      LOG.warn("cannot hold Redis to the terms in the books: {}", cause.getMessage());
    }
  }
}
