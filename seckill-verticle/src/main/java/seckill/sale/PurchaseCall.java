package seckill.sale;

import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import seckill.contract.ItemKeys;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseResult;
import seckill.contract.RedisKeys;
import seckill.runtime.LuaScript;
import seckill.sale.recovery.Floor;

/** What a call of the purchase script takes, and what it answers. */
public final class PurchaseCall {
  private static final int ARGUMENTS_BEFORE = 6;
  private static final int ARGUMENTS_PER_ATTEMPT = 5;

  private PurchaseCall() {}

  /** The script that decides purchases. */
  public static LuaScript script() {
    return SaleScript.PURCHASE.lua();
  }

  /** The keys of an item, in the order of the script. */
  public static List<String> keys(ItemKeys item) {
    return SaleScript.PURCHASE.keys(item);
  }

  /**
   * The arguments of one call.
   *
   * @param epoch of the item in the books; 0 if not known, -1 if it must not sell
   * @param backlogCap unwritten orders above which nothing is accepted; 0 for no cap
   * @param floor purchases that were accepted at least
   */
  public static List<String> arguments(
      long itemId, long epoch, String backlogCap, Floor floor, List<PurchaseAttempt> attempts) {
    List<String> arguments =
        new ArrayList<>(ARGUMENTS_BEFORE + ARGUMENTS_PER_ATTEMPT * attempts.size());
    arguments.add(Long.toString(itemId));
    arguments.add(Long.toString(epoch));
    arguments.add(backlogCap);
    arguments.add(RedisKeys.ORDER_GROUP);
    arguments.add(Long.toString(floor.accepted()));
    arguments.add(Long.toString(floor.epoch()));
    for (PurchaseAttempt attempt : attempts) {
      arguments.add(attempt.orderId());
      arguments.add(attempt.userId());
      arguments.add(attempt.fingerprint());
      arguments.add(attempt.reference());
      arguments.add(challenge(attempt.challenge()));
    }
    return arguments;
  }

  private static String challenge(PurchaseAttempt.Challenge challenge) {
    if (challenge.pass().isEmpty()) {
      return challenge.required() ? "1" : "";
    }
    return (challenge.required() ? "1" : "0") + challenge.pass();
  }

  /** What was decided, one result per attempt, in order. */
  public static List<PurchaseResult> results(Response reply, List<PurchaseAttempt> attempts) {
    return PurchaseReply.read(reply, attempts).results();
  }
}
