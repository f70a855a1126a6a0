package seckill.standalone.bench;

import seckill.standalone.bench.load.Headers;

/**
 * A load that one layer of the gate refuses.
 *
 * @param layer that refuses it, for the report
 * @param headers of its requests
 * @param who sends them
 * @param item that they are about
 */
record Refusal(String layer, Headers headers, Who who, Item item) {
  /** Where a proxy says whence a request comes. */
  static final String FORWARDED = "X-Forwarded-For";

  /** Who sends a load. */
  enum Who {
    /** A user per request, with a good token; nobody of them is prepared. */
    STRANGERS,
    /** Tokens that somebody else has signed. */
    FORGERS,
    /** One user who is blocked. */
    BLOCKED,
    /** One user who presses on. */
    IMPATIENT
  }

  /** What a load is about. */
  enum Item {
    OPEN,
    SOLD_OUT,
    PAUSED
  }

  /** The name of its figure. */
  String figure() {
    return "refused/s: " + layer;
  }
}
