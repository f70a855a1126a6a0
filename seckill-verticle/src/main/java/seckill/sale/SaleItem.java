package seckill.sale;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.ItemGate;
import seckill.contract.ItemIds;
import seckill.contract.ItemPage;
import seckill.contract.ItemSpec;
import seckill.contract.OrderRules;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.contract.TermsChange;
import seckill.contract.Texts;

/**
 * An item as the books have it.
 *
 * <p>Read with care, since other programs write that table, too, and may have given a column
 * another type: a value is taken if it is a whole number in range, however it is stored.
 *
 * @param spec what the operator said
 * @param restocked units added later
 * @param sold live orders
 * @param status DRAFT, OPEN or PAUSED
 * @param epoch raised whenever the state in Redis is built again
 */
public record SaleItem(ItemSpec spec, long restocked, long sold, String status, long epoch) {
  private static final Logger LOG = LoggerFactory.getLogger(SaleItem.class);

  public static final String DRAFT = "DRAFT";
  public static final String OPEN = "OPEN";
  public static final String PAUSED = "PAUSED";

  /**
   * Reads a row of {@code seckill_item} with its rows of {@code item_gate}, {@code order_rule} and
   * {@code item_page}.
   *
   * @throws SeckillException BAD_REQUEST, naming the item and the column that is wrong
   */
  static SaleItem read(Row row) {
    long itemId = row.getLong("id");
    try {
      ItemSpec spec =
          new ItemSpec(
              itemId,
              row.getString("sku"),
              row.getString("name"),
              wholeNumber(row, "price_cents", ItemSpec.MAX_PRICE_CENTS),
              wholeNumber(row, "total_stock", ItemSpec.MAX_STOCK),
              instant(row, "start_at"),
              instant(row, "end_at"),
              gate(row),
              rules(row),
              page(itemId, row));
      return new SaleItem(
          spec,
          wholeNumber(row, "restocked", ItemSpec.MAX_STOCK),
          wholeNumber(row, "sold", ItemSpec.MAX_STOCK),
          row.getString("status"),
          wholeNumber(row, "epoch", ItemIds.MAX));
    } catch (SeckillException e) {
      throw new SeckillException(e.outcome(), "item " + itemId + ": " + e.getMessage());
    }
  }

  // An item without a row of its own in item_gate has the common layers only.
  private static ItemGate gate(Row row) {
    String challenge = row.getString("challenge");
    if (challenge == null) {
      return ItemGate.OPEN;
    }
    JsonObject gate =
        new JsonObject()
            .put("waitingRoom", wholeNumber(row, "waiting_room", 1) == 1)
            .put("challenge", challenge);
    if (row.getValue("reserve_from") != null) {
      gate.put(
          "reservation",
          new JsonObject()
              .put("from", instant(row, "reserve_from").toString())
              .put("until", instant(row, "reserve_until").toString()));
    }
    return ItemGate.fromJson(gate);
  }

  private static OrderRules rules(Row row) {
    return new OrderRules(
        rule(row, "pay_within_seconds", OrderRules.MAX_PAY_WITHIN_SECONDS),
        rule(row, "max_lapses", OrderRules.MAX_LAPSES));
  }

  // An item without a row of its own in order_rule has the rules of the settings.
  private static Integer rule(Row row, String column, int max) {
    return row.getValue(column) == null ? null : (Integer) (int) wholeNumber(row, column, max);
  }

  // What is shown never keeps an item from being sold.
  private static ItemPage page(long itemId, Row row) {
    String json = row.getString("page");
    if (json == null) {
      return ItemPage.PLAIN;
    }
    try {
      return ItemPage.fromJson(new JsonObject(json));
    } catch (SeckillException | DecodeException e) {
      LOG.debug("item {} is shown plainly, its page is damaged: {}", itemId, e.getMessage());
      return ItemPage.PLAIN;
    }
  }

  public long itemId() {
    return spec.itemId();
  }

  /**
   * The same item behind another gate.
   *
   * @throws SeckillException BAD_REQUEST if it does not fit the item
   */
  SaleItem with(ItemGate gate) {
    return with(gate, spec.endAt());
  }

  private SaleItem with(ItemGate gate, Instant endAt) {
    ItemSpec changed =
        new ItemSpec(
            spec.itemId(),
            spec.sku(),
            spec.name(),
            spec.priceCents(),
            spec.totalStock(),
            spec.startAt(),
            endAt,
            gate,
            spec.orders(),
            spec.page());
    return new SaleItem(changed, restocked, sold, status, epoch);
  }

  /**
   * The same item on other terms.
   *
   * @throws SeckillException CONFLICT if they are no better, BAD_REQUEST if they mean nothing
   */
  SaleItem after(TermsChange change, Instant now) {
    return switch (change.kind()) {
      case RESTOCK -> restocked(change.units());
      case EXTEND -> extended(change.endAt(), now);
    };
  }

  private SaleItem restocked(long units) {
    if (units() + units > ItemSpec.MAX_STOCK) {
      throw new SeckillException(
          Outcome.CONFLICT,
          "item "
              + itemId()
              + " can have "
              + (ItemSpec.MAX_STOCK - units())
              + " more units at most");
    }
    return new SaleItem(spec, restocked + units, sold, status, epoch);
  }

  private SaleItem extended(Instant endAt, Instant now) {
    if (!endAt.isAfter(spec.endAt())) {
      throw new SeckillException(
          Outcome.CONFLICT,
          "the sale of item " + itemId() + " ends at " + spec.endAt() + ", which is not earlier");
    }
    if (!endAt.isAfter(now)) {
      throw SeckillException.badRequest("endAt has passed");
    }
    return with(spec.gate(), endAt);
  }

  public boolean isPaused() {
    return status.equals(PAUSED);
  }

  /** Units ever for sale. */
  public long units() {
    return spec.totalStock() + restocked;
  }

  /**
   * What the item list says of it.
   *
   * @param allPaused whether all items are paused
   */
  JsonObject toJson(boolean allPaused) {
    return spec.toJson().put("totalStock", units()).put("status", allPaused ? PAUSED : status);
  }

  private static long wholeNumber(Row row, String column, long max) {
    Object value = row.getValue(column);
    try {
      // A text column is held to plain digits; a number column is a number in any notation.
      if (value instanceof Number || value instanceof String text && text.matches("[0-9]{1,18}")) {
        long number = new BigDecimal(value.toString()).longValueExact();
        if (number >= 0 && number <= max) {
          return number;
        }
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // Told below, together with the other values that are none.
    }
    throw SeckillException.badRequest(
        column
            + " must be an integer from 0 to "
            + max
            + ", got "
            + (value == null ? "NULL" : Texts.quote(value.toString())));
  }

  private static Instant instant(Row row, String column) {
    String text = row.getString(column);
    try {
      if (text != null) {
        return LocalDateTime.parse(text.replace(' ', 'T')).toInstant(ZoneOffset.UTC);
      }
    } catch (DateTimeParseException e) {
      // Told below, together with a time that is missing.
    }
    throw SeckillException.badRequest(
        column + " must be a date and time, got " + (text == null ? "NULL" : Texts.quote(text)));
  }
}
