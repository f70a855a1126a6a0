package seckill.standalone.bench.profile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The times in which one kind of load ran; what was recorded outside of them is left out. */
public final class Windows {
  private final List<Instant> bounds = new ArrayList<>();

  /** A load of this kind begins now. */
  public void open() {
    bounds.add(Instant.now());
  }

  /** It ends now. */
  public void close() {
    bounds.add(Instant.now());
  }

  /** Whether one ran at a time. */
  boolean contain(Instant time) {
    for (int i = 0; i + 1 < bounds.size(); i += 2) {
      if (!time.isBefore(bounds.get(i)) && time.isBefore(bounds.get(i + 1))) {
        return true;
      }
    }
    return false;
  }
}
