package seckill.standalone.rehearsal;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import seckill.contract.ItemSpec;

/** What a sale is put under: it says what is for sale, comes, and tells what it was told. */
public interface Load {
  /** Does what has to be done before there are items; may block. */
  default void warmUp(Progress progress) {}

  /**
   * An item as this load needs it.
   *
   * @param number counted from 0
   */
  ItemSpec item(long itemId, int number, Instant now);

  /** Does what has to be done between the preheat and the rush; may block. */
  default void prepare(Progress progress) {}

  /** Starts; the future succeeds when everybody has a final answer or was given up. */
  Future<Void> start();

  /** When it was started. */
  long startNanos();

  /** Counts what is answered. */
  Tally tally();

  /** How much is done, from 0 to 1. */
  double doneShare();

  /** How far it is, in a few words. */
  String progress();

  /** What latencies are counted from, in a few words. */
  String latencyBasis();

  /** The interval at which each connection would have sent, as {@link Tally#corrected} wants it. */
  long intervalNanos();

  /** The order id that each user was told, by user id. */
  Map<String, String> told();

  /** What is wrong with the answers, or with the books in their light. */
  List<String> breaches(List<ItemBooks> books);

  /** What else there is to tell; asked for once, after the last order has landed. */
  default Details details() {
    return Details.NONE;
  }
}
