package seckill.sale;

import io.vertx.core.json.JsonObject;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import seckill.contract.ItemSpec;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** What may be changed of an item: everything of a draft, only texts once it was preheated. */
final class ItemEdit {
  /** Fields that buyers read and nothing is decided by. */
  private static final Set<String> TEXTS = Set.of("name", "page");

  private ItemEdit() {}

  /**
   * The item as it is, if it may become another.
   *
   * @throws SeckillException CONFLICT, naming the fields that cannot change any more
   */
  static SaleItem allowed(SaleItem before, ItemSpec wanted) {
    if (before.status().equals(SaleItem.DRAFT)) {
      return before;
    }
    JsonObject old = before.spec().toJson();
    JsonObject fresh = wanted.toJson();
    String fixed =
        Stream.concat(old.fieldNames().stream(), fresh.fieldNames().stream())
            .distinct()
            .filter(field -> !TEXTS.contains(field))
            .filter(field -> !Objects.equals(old.getValue(field), fresh.getValue(field)))
            .sorted()
            .collect(Collectors.joining(", "));
    if (!fixed.isEmpty()) {
      throw new SeckillException(
          Outcome.CONFLICT,
          "item "
              + before.itemId()
              + " was preheated, so only name and page can be edited, not "
              + fixed
              + "; units are added by restock, the end is moved by extend, the gate is set by itself");
    }
    return before;
  }
}
