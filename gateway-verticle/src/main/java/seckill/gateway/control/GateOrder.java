package seckill.gateway.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import seckill.config.GateSections;
import seckill.gateway.gate.Configurable;
import seckill.gateway.gate.GateLayer;

/** The layers of the gate as operators see them, in the order of a purchase, the till's last. */
public final class GateOrder {
  private static final Pattern HYPHEN = Pattern.compile("-(.)");

  private final List<Place> places = new ArrayList<>();
  private final List<Configurable> configurables;

  /**
   * One layer.
   *
   * @param name as in metrics
   * @param section of its settings; {@code null} if it has none to change
   * @param ofTill whether it stands in the till
   */
  record Place(String name, String section, boolean ofTill) {}

  /**
   * @param layers of this gateway, in their order
   * @param others what can be changed in this gateway and is no layer itself
   */
  public GateOrder(List<GateLayer> layers, List<Configurable> others) {
    layers.forEach(layer -> places.add(new Place(layer.name(), section(layer), false)));
    for (Configurable other : others) {
      if (find(other.section()) == null) {
        places.add(new Place(other.section(), other.section(), false));
      }
    }
    places.add(new Place("window", "window", true));
    places.add(new Place("admission", "room", true));
    configurables =
        Stream.concat(
                layers.stream()
                    .filter(Configurable.class::isInstance)
                    .map(Configurable.class::cast),
                others.stream())
            .distinct()
            .toList();
  }

  private static String section(GateLayer layer) {
    if (layer instanceof Configurable configurable) {
      return configurable.section();
    }
    // Others may go by the section of the same name.
    String section =
        HYPHEN.matcher(layer.name()).replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    return GateSections.contains(section) ? section : null;
  }

  /** What can be changed in this gateway. */
  public List<Configurable> configurables() {
    return configurables;
  }

  List<Place> places() {
    return places;
  }

  /** The layer with this name, or with this section; {@code null} if there is none. */
  Place find(String name) {
    return places.stream()
        .filter(place -> place.name().equals(name) || name.equals(place.section()))
        .findFirst()
        .orElse(null);
  }
}
