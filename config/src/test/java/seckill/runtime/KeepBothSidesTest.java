package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.infinispan.container.entries.CacheEntry;
import org.infinispan.container.entries.ImmortalCacheEntry;
import org.infinispan.multimap.impl.Bucket;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KeepBothSidesTest {
  private final KeepBothSides policy = new KeepBothSides();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @SuppressWarnings("unchecked")
  private static CacheEntry<Object, Object> entry(Object value) {
    return new ImmortalCacheEntry("key", value);
  }

  private static CacheEntry<Object, Object> handlers(String... nodes) {
    Bucket<byte[]> bucket = new Bucket<>();
    for (String node : nodes) {
      bucket = bucket.add(bytes(node), false);
    }
    return entry(bucket);
  }

  @Test
  @DisplayName(
      "an address keeps the handlers of both sides, each once, and neither side is changed")
  void keepsHandlersOfBothSides() {
    CacheEntry<Object, Object> preferred = handlers("a", "b");

    CacheEntry<Object, Object> merged =
        policy.merge(preferred, List.of(handlers("b", "c"), handlers("d")));

    assertThat(((Bucket<?>) merged.getValue()).toList())
        .map(value -> new String((byte[]) value, StandardCharsets.UTF_8))
        .containsExactly("a", "b", "c", "d");
    assertThat(((Bucket<?>) preferred.getValue()).size()).isEqualTo(2);
  }

  @Test
  @DisplayName("what only one side knows is kept, and of two facts the preferred one")
  void keepsTheFactsOfEitherSide() {
    CacheEntry<Object, Object> one = entry(bytes("one"));
    CacheEntry<Object, Object> other = entry(bytes("other"));

    assertThat(policy.merge(null, List.of(other))).isSameAs(other);
    assertThat(policy.merge(one, List.of())).isSameAs(one);
    assertThat(policy.merge(one, List.of(other))).isSameAs(one);
    assertThat(policy.merge(null, List.of())).isNull();
  }
}
