package seckill.standalone.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;

/** Knows the most that was left on the heap after a collection. */
final class HeapWatch {
  private final List<MemoryPoolMXBean> pools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .toList();
  private long most;

  void look() {
    long left = 0;
    for (MemoryPoolMXBean pool : pools) {
      MemoryUsage usage = pool.getCollectionUsage();
      left += usage == null ? 0 : usage.getUsed();
    }
    most = Math.max(most, left);
  }

  long most() {
    return most;
  }
}
