package seckill.runtime;

import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * A list after IN, the last value repeated up to a power of two: few lengths, so that few
 * statements have to be prepared.
 *
 * @param places of the values, in brackets
 * @param parameters of the whole statement
 */
public record InList(String places, Tuple parameters) {
  /**
   * Lists values.
   *
   * @param values at least one
   * @param first the parameters before the list
   */
  public static InList of(Collection<?> values, Object... first) {
    int width = Integer.highestOneBit(2 * values.size() - 1);
    List<Object> parameters = new ArrayList<>(List.of(first));
    parameters.addAll(values);
    Object last = parameters.get(parameters.size() - 1);
    parameters.addAll(Collections.nCopies(width - values.size(), last));
    return new InList("(?" + ", ?".repeat(width - 1) + ")", Tuple.wrap(parameters));
  }
}
