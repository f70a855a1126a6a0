package seckill.gateway.pages;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import seckill.contract.ItemPage;
import seckill.contract.SeckillException;

/**
 * What a page shows of an item.
 *
 * @param itemId the item
 * @param name as the operator wrote it
 * @param priceCents its price
 * @param startAt first instant of the sale
 * @param endAt first instant after the sale
 * @param page how it is shown
 */
record ShownItem(
    long itemId, String name, long priceCents, Instant startAt, Instant endAt, ItemPage page) {

  /** Reads an entry of the item list; fields that pages do not show may be of any shape. */
  static ShownItem of(JsonObject listed) {
    return new ShownItem(
        Long.parseLong(listed.getString("itemId")),
        listed.getString("name"),
        listed.getLong("priceCents"),
        Instant.parse(listed.getString("startAt")),
        Instant.parse(listed.getString("endAt")),
        page(listed.getJsonObject("page")));
  }

  // A till of a later version may know more.
  private static ItemPage page(JsonObject json) {
    try {
      return ItemPage.fromJson(json);
    } catch (SeckillException e) {
      return ItemPage.PLAIN;
    }
  }

  String title(Language language) {
    return page.title() == null ? name : language.of(page.title());
  }
}
