package seckill.standalone.lab.version;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import seckill.contract.OrderIds;

/**
 * One press of the button.
 *
 * @param userId who presses; only the full script asks
 * @param orderId a number of its own
 */
public record Press(String userId, String orderId) {
  /**
   * So many presses by so many users, each of whom presses at least once, in an order that depends
   * on nothing but the seed.
   */
  public static List<Press> crowd(int presses, int users, long seed) {
    OrderIds orderIds = new OrderIds(Clock.systemUTC());
    List<Press> crowd = new ArrayList<>(presses);
    for (int i = 0; i < presses; i++) {
      crowd.add(new Press("u" + i % users, orderIds.next()));
    }
    Collections.shuffle(crowd, new Random(seed));
    return crowd;
  }
}
