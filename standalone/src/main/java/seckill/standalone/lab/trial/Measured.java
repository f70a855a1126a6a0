package seckill.standalone.lab.trial;

import java.util.List;
import java.util.function.ToDoubleFunction;
import seckill.standalone.lab.version.VersionKind;

/**
 * A version and its sales.
 *
 * @param sales one per round; the warm-up is not among them
 */
public record Measured(VersionKind kind, List<Sale> sales) {
  /** A figure over all sales. */
  public Spread spread(ToDoubleFunction<Sale> figure) {
    return Spread.of(sales.stream().map(figure::applyAsDouble).toList());
  }
}
