package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.ItemIds;
import seckill.contract.Json;
import seckill.contract.OrderIds;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.contract.SeckillException;
import seckill.contract.UserIds;

/**
 * Answers what became of an order: first from MySQL, then from the dead letters, then from the
 * receipts of the till.
 */
final class OrderQueries {
  private static final Logger LOG = LoggerFactory.getLogger(OrderQueries.class);
  private static final String ORDER_ID = "orderId";
  private static final String USER_ID = "userId";
  private static final String ITEM_ID = "itemId";
  private static final Set<String> FIELDS = Set.of(ORDER_ID, USER_ID, ITEM_ID);
  private static final char FINGERPRINT = '|';

  private final OrderRepository repository;
  private final DeadLetterRepository letters;
  private final OrderStreams streams;
  private final Supplier<List<Long>> liveItems;

  /**
   * @param liveItems in which to look for an order when the question names no item
   */
  OrderQueries(
      OrderRepository repository,
      DeadLetterRepository letters,
      OrderStreams streams,
      Supplier<List<Long>> liveItems) {
    this.repository = repository;
    this.letters = letters;
    this.streams = streams;
    this.liveItems = liveItems;
  }

  private record Question(String orderId, String userId, Long itemId) {
    static Question of(Object message) {
      if (!(message instanceof JsonObject body)) {
        throw SeckillException.badRequest("the question must be an object");
      }
      Json.requireOnly(body, FIELDS);
      String item = Json.text(body, ITEM_ID);
      return new Question(
          OrderIds.require(Json.text(body, ORDER_ID)),
          UserIds.require(Json.text(body, USER_ID)),
          item == null ? null : (Long) ItemIds.parse(item));
    }
  }

  /** Answers one message. */
  void answer(Message<Object> message) {
    Future.succeededFuture(message.body())
        .map(Question::of)
        .compose(this::find)
        .onSuccess(message::reply)
        .onFailure(cause -> fail(message, cause));
  }

  private static void fail(Message<Object> message, Throwable cause) {
    if (cause instanceof SeckillException refusal) {
      message.fail(refusal.outcome().failureCode(), refusal.getMessage());
    } else {
      LOG.warn("cannot look up an order: {}", cause.getMessage());
      message.fail(Outcome.DEGRADED.failureCode(), "orders cannot be looked up now");
    }
  }

  private Future<JsonObject> find(Question question) {
    return repository
        .findOrder(question.orderId())
        .compose(order -> order == null ? findUnwritten(question) : describe(question, order));
  }

  private static Future<JsonObject> describe(Question question, StoredOrder order) {
    // Another user's order is as unknown to this one as none.
    if (!order.userId().equals(Buffer.buffer(question.userId()))) {
      return notFound();
    }
    return Future.succeededFuture(
        state(question, order.itemId(), order.status())
            .put("priceCents", order.priceCents())
            .put("reference", order.reference())
            .put("purchasedAt", order.purchasedAt().toString()));
  }

  private Future<JsonObject> findUnwritten(Question question) {
    return letters
        .fateOf(question.orderId(), Buffer.buffer(question.userId()))
        .compose(
            fate -> {
              if (fate == null || !fate.isOpen() && !fate.isDiscarded()) {
                return findQueued(question);
              }
              String status = fate.isOpen() ? "UNDER_REVIEW" : "FAILED";
              return Future.succeededFuture(state(question, fate.itemId(), status));
            });
  }

  private Future<JsonObject> findQueued(Question question) {
    List<Long> items = question.itemId() == null ? liveItems.get() : List.of(question.itemId());
    List<Future<Long>> found = new ArrayList<>();
    for (long itemId : items) {
      found.add(
          streams
              .receipt(RedisKeys.of(itemId), question.userId())
              .map(receipt -> names(receipt, question.orderId()) ? itemId : null));
    }
    return Future.all(found)
        .compose(
            all -> {
              for (Long itemId : all.<Long>list()) {
                if (itemId != null) {
                  return Future.succeededFuture(state(question, itemId, "QUEUED"));
                }
              }
              return notFound();
            });
  }

  private static boolean names(String receipt, String orderId) {
    return receipt != null
        && receipt.startsWith(orderId)
        && (receipt.length() == orderId.length()
            || receipt.charAt(orderId.length()) == FINGERPRINT);
  }

  private static JsonObject state(Question question, long itemId, String status) {
    return new JsonObject()
        .put(ORDER_ID, question.orderId())
        .put(ITEM_ID, Long.toString(itemId))
        .put("status", status);
  }

  private static <T> Future<T> notFound() {
    return Future.failedFuture(
        new SeckillException(Outcome.NOT_FOUND, "this user has no such order"));
  }
}
