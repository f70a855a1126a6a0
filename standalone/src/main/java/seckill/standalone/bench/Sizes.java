package seckill.standalone.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The sizes that growth is measured at. */
final class Sizes {
  private static final long FIRST = 1_000;
  private static final int STEP = 10;
  private static final int LARGEST_BATCH = 256;

  private Sizes() {}

  /** 10^3, 10^4 and so on, up to the largest; the largest alone if it is smaller. */
  static List<Long> upTo(long largest) {
    List<Long> sizes = new ArrayList<>();
    for (long size = Math.min(FIRST, largest); size <= largest; size *= STEP) {
      sizes.add(size);
    }
    return sizes;
  }

  /** Numbers of items, up to 1,000 or the largest. */
  static List<Integer> items(long largest) {
    return Stream.of(1, 10, 100, 1_000).filter(count -> count <= largest).toList();
  }

  /** The highest of these numbers. */
  static int mostItems(long largest) {
    List<Integer> counts = items(largest);
    return counts.get(counts.size() - 1);
  }

  /** Purchases of a batch: 1, 2, 4 and so on to 256. */
  static List<Integer> batches() {
    List<Integer> sizes = new ArrayList<>();
    for (int size = 1; size <= LARGEST_BATCH; size *= 2) {
      sizes.add(size);
    }
    return sizes;
  }

  /** A size as it stands in the name of a figure. */
  static String words(long size) {
    return String.format(Locale.ROOT, "%,d", size);
  }
}
