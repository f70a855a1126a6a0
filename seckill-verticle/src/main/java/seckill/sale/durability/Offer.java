package seckill.sale.durability;

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
    /** Wait for the disk. */
    WAIT_AOF,
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
   * What a server's append-only file is worth.
   *
   * @param waits whether the server knows WAITAOF
   * @param file its settings by name
   */
  static Offer ofDisk(boolean waits, Map<String, String> file) {
    if (!YES.equals(file.get("appendonly"))) {
      return none("Redis writes no append-only file: appendonly must be yes");
    }
    if (waits) {
      return of(Way.WAIT_AOF);
    }
    if (!"always".equals(file.get("appendfsync"))) {
      return none(
          "Redis has no WAITAOF (7.2 or later) and answers before it writes to the disk: its"
              + " appendfsync must be always");
    }
    // With it, Redis skips the disk for as long as it writes the file anew.
    if (YES.equals(file.get("no-appendfsync-on-rewrite"))) {
      return none("Redis must not skip the disk: its no-appendfsync-on-rewrite must be no");
    }
    return of(Way.ALWAYS);
  }
}
