package seckill.gateway.control;

import java.util.List;

/**
 * The layers of the gate as operators see them, in the order of a purchase, with their sections.
 */
final class GateOrder {
  /**
   * One layer.
   *
   * @param name as in metrics
   * @param section of its settings; {@code null} if it has none to change
   * @param ofTill whether it stands in the till
   */
  record Place(String name, String section, boolean ofTill) {
    Place(String name, String section) {
      this(name, section, false);
    }
  }

  static final List<Place> PLACES =
      List.of(
          new Place("address", "address"),
          new Place("blacklist", "blacklist"),
          new Place("address-limit", "addressLimit"),
          new Place("token", null),
          new Place("blacklist-user", "blacklist"),
          new Place("switch", null),
          new Place("sold-out", "board"),
          new Place("risk", "risk"),
          new Place("bucket", "bucket"),
          new Place("challenge", "challenge"),
          new Place("queue", "queue"),
          new Place("breaker", "breaker"),
          new Place("window", "window", true),
          new Place("admission", "room", true));

  private GateOrder() {}

  /** The layer with this name, or with this section; {@code null} if there is none. */
  static Place find(String name) {
    return PLACES.stream()
        .filter(place -> place.name().equals(name) || name.equals(place.section()))
        .findFirst()
        .orElse(null);
  }
}
