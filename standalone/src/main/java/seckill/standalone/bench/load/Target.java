package seckill.standalone.bench.load;

/**
 * What a load is to buy: items with ids in a row, one after the other.
 *
 * @param port of the server on the loopback address
 * @param firstItem the lowest id
 * @param items how many
 */
public record Target(int port, long firstItem, int items) {

  /** A single item. */
  public static Target item(int port, long itemId) {
    return new Target(port, itemId, 1);
  }

  /** The path of a request, counted from 0. */
  String path(long request) {
    return "/api/items/" + (firstItem + request % items) + "/purchases";
  }
}
