package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.contract.Json;
import seckill.contract.OrderIds;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.contract.Texts;
import seckill.contract.UserIds;
import seckill.order.JsonRequests;
import seckill.runtime.StoreFaults;

/** Shows single notices to operators, and has them tried again. */
final class NoticeDesk {
  private static final Logger LOG = LoggerFactory.getLogger(NoticeDesk.class);
  private static final Set<String> RETRY_FIELDS = Set.of("id", "itemId", "actor");

  private final NoticeShelf shelf;
  private final Runnable wake;

  /**
   * @param wake is run when there is something to send
   */
  NoticeDesk(NoticeShelf shelf, Runnable wake) {
    this.shelf = shelf;
    this.wake = wake;
  }

  /** Takes requests from now on; succeeds once everybody knows. */
  Future<Void> openAt(EventBus bus) {
    return Future.all(
            serve(bus, Addresses.NOTICE_LIST, body -> shelf.page(NoticeQuery.of(body))),
            serve(bus, Addresses.NOTICE_RETRY, this::retry))
        .mapEmpty();
  }

  private static Future<Void> serve(
      EventBus bus, String address, Function<JsonObject, Future<JsonObject>> work) {
    return JsonRequests.serve(bus, address, work, NoticeDesk::refusal).completion();
  }

  private static SeckillException refusal(Throwable cause) {
    if (cause instanceof SeckillException refusal) {
      return refusal;
    }
    return new SeckillException(
        Outcome.DEGRADED, "MySQL is not usable, please repeat: " + StoreFaults.words(cause));
  }

  private Future<JsonObject> retry(JsonObject body) {
    Json.requireOnly(body, RETRY_FIELDS);
    String actor = Json.text(body, "actor");
    if (!UserIds.isValid(actor)) {
      throw SeckillException.badRequest("actor must say who asks for this");
    }
    String id = Json.text(body, "id");
    Long itemId = NoticeQuery.itemId(body);
    if (id != null && itemId != null) {
      throw SeckillException.badRequest("itemId is for all notices of an item, without an id");
    }
    return (id == null ? retryAll(itemId, actor) : retryOne(requireId(id), actor))
        .onSuccess(
            reply -> {
              LOG.info("notices tried again by {}: {}", actor, reply);
              wake.run();
            });
  }

  private static String requireId(String id) {
    int colon = Math.max(0, id.indexOf(':'));
    if (!OrderIds.isValid(id.substring(0, colon))
        || !id.substring(colon).matches(":[A-Z_]{1,16}(:[0-9]{1,19})?")) {
      throw SeckillException.badRequest("this is no id of a notice: " + Texts.quote(id));
    }
    return id;
  }

  private Future<JsonObject> retryOne(String id, String actor) {
    return shelf
        .retry(id, actor)
        .map(
            found -> {
              if (!found) {
                throw new SeckillException(
                    Outcome.NOT_FOUND, "no such notice waits or was given up; it may be sent");
              }
              return new JsonObject().put("id", id).put("state", "WAITING");
            });
  }

  private Future<JsonObject> retryAll(Long itemId, String actor) {
    return shelf
        .retryAll(itemId, NoticeQuery.MAX_LIMIT, actor)
        .map(count -> new JsonObject().put("count", count));
  }
}
