package seckill.standalone.lab.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import seckill.standalone.lab.redis.LabRedis;
import seckill.standalone.lab.redis.Line;
import seckill.standalone.lab.version.Press;
import seckill.standalone.lab.version.VersionKind;

/**
 * A sale of V2 to so many clients; every press finds a unit.
 *
 * @param clients at the same time
 */
public record Growth(int clients, Sale sale) {
  /** How often a buyer began again, on average. */
  public double retriesPerUnit() {
    return (double) sale.tally().retries() / sale.sold();
  }

  /**
   * Sells to one client, two, four and so on, until all take part.
   *
   * @param lines one connection per client
   */
  public static List<Growth> measure(
      LabRedis redis, List<Line> lines, int units, Consumer<String> progress) {
    List<Press> presses = Press.crowd(units, units, 0);
    List<Growth> growth = new ArrayList<>();
    for (int clients : sizes(lines.size())) {
      progress.accept("the retries of V2: " + clients + " of " + lines.size() + " clients");
      Sale sale =
          redis.await(
              "the sale to " + clients + " clients",
              () ->
                  Race.run(
                      redis, VersionKind.V2.make(), lines.subList(0, clients), units, presses));
      growth.add(new Growth(clients, sale));
    }
    return growth;
  }

  private static TreeSet<Integer> sizes(int all) {
    TreeSet<Integer> sizes = new TreeSet<>();
    for (int size = 1; size < all; size *= 2) {
      sizes.add(size);
    }
    sizes.add(all);
    return sizes;
  }
}
