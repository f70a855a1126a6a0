package seckill.runtime;

import java.util.List;
import org.infinispan.conflict.EntryMergePolicy;
import org.infinispan.container.entries.CacheEntry;
import org.infinispan.multimap.impl.Bucket;

/**
 * Merges what two clusters know of the event bus: the handlers of an address from either side, and
 * the facts of a node from the side that has them.
 */
public final class KeepBothSides implements EntryMergePolicy<Object, Object> {

  @Override
  public CacheEntry<Object, Object> merge(
      CacheEntry<Object, Object> preferred, List<CacheEntry<Object, Object>> others) {
    CacheEntry<Object, Object> merged = preferred;
    for (CacheEntry<Object, Object> other : others) {
      merged = merge(merged, other);
    }
    return merged;
  }

  private static CacheEntry<Object, Object> merge(
      CacheEntry<Object, Object> one, CacheEntry<Object, Object> other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    if (!(one.getValue() instanceof Bucket<?> some)
        || !(other.getValue() instanceof Bucket<?> more)) {
      return one;
    }
    CacheEntry<Object, Object> both = one.clone();
    both.setValue(union(some, more));
    return both;
  }

  @SuppressWarnings("unchecked")
  private static Bucket<Object> union(Bucket<?> some, Bucket<?> more) {
    Bucket<Object> union = (Bucket<Object>) some;
    for (Object value : more.toList()) {
      Bucket<Object> grown = union.add(value, false);
      union = grown == null ? union : grown;
    }
    return union;
  }
}
