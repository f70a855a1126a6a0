package seckill.sale.durability;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How a server can make an order safe.
 *
 * @param way what has to be done for it
 * @param why there is none; empty if there is one
 */
record Offer(Way way, String why) {
  private static final String YES = "yes";

  /** What makes an order safe. */
  enum Way {
    /** Wait for replicas. */
    WAIT,
    /** Nothing: the server writes to the disk before it answers. */
    ALWAYS,
    /** The server cannot. */
    NONE
  }

  static Offer of(Way way) {
    return new Offer(way, "");
  }

  static Offer none(String why) {
    return new Offer(Way.NONE, why);
  }

  /**
   * What a server's append-only file is worth: everything if each answer comes after the disk, and
   * nothing else. WAITAOF is no proof: Valkey 8.1 and 9.1 answer it before anything is synced while
   * there is no replica, and with everysec the others answer it after up to a second.
   *
   * @param file its settings by name
   */
  static Offer ofDisk(Map<String, String> file) {
    List<String> wrong = new ArrayList<>();
    require(file, "appendonly", YES, "writes no append-only file", wrong);
    require(file, "appendfsync", "always", "answers before it writes to the disk", wrong);
    // With it, Redis skips the disk for as long as it writes the file anew.
    require(file, "no-appendfsync-on-rewrite", "no", "may skip the disk", wrong);
    return wrong.isEmpty() ? of(Way.ALWAYS) : none("Redis " + String.join("; Redis ", wrong));
  }

  private static void require(
      Map<String, String> file, String setting, String must, String otherwise, List<String> wrong) {
    String is = file.get(setting);
    if (!must.equals(is)) {
      wrong.add(
          otherwise
              + ": its "
              + setting
              + " is "
              + (is == null ? "not told" : is)
              + " and must be "
              + must);
    }
  }
}
