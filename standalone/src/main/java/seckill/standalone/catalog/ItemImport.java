package seckill.standalone.catalog;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import seckill.contract.ItemSpec;
import seckill.standalone.client.Paced;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.process.SaleException;

/** Creates items through the admin API; those that exist already are left as they are. */
public final class ItemImport {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int CREATED_ALREADY = 409;

  private final SaleApi api;

  public ItemImport(SaleApi api) {
    this.api = api;
  }

  /**
   * Which items were created, and which were there before.
   *
   * @param created ids in the order of the file
   * @param existing ids in the order of the file
   */
  public record Result(List<String> created, List<String> existing) {}

  /**
   * Creates the items one after the other.
   *
   * @throws SaleException at the first that is refused, naming it
   */
  public Result run(List<ItemSpec> items) {
    Result result = new Result(new ArrayList<>(), new ArrayList<>());
    for (ItemSpec item : items) {
      String id = Long.toString(item.itemId());
      Reply reply =
          Paced.callUntilSettled(
              () -> api.createItem(item.toJson()), LIMIT, "cannot create item " + id);
      if (reply.succeeded()) {
        result.created().add(id);
      } else if (reply.status() == CREATED_ALREADY) {
        result.existing().add(id);
      } else {
        throw new SaleException("cannot create item " + id + ": " + reply.problem());
      }
    }
    return result;
  }

  /**
   * Preheats one item.
   *
   * @return the answer: {@code itemId, status, stock, alreadyActive}
   */
  public Reply preheat(String itemId) {
    Reply reply = askToPreheat(itemId);
    if (!reply.succeeded()) {
      throw new SaleException("cannot preheat item " + itemId + ": " + reply.problem());
    }
    return reply;
  }

  /** Preheats one item; the answer may be a refusal. */
  public Reply askToPreheat(String itemId) {
    return Paced.callUntilSettled(
        () -> api.preheat(itemId), LIMIT, "cannot preheat item " + itemId);
  }
}
