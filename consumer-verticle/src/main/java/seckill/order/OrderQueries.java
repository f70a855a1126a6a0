package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.contract.ItemIds;
import seckill.contract.Json;
import seckill.contract.OrderIds;
import seckill.contract.OrderStatus;
import seckill.contract.Outcome;
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
  private static final Set<String> LIST_FIELDS = Set.of(USER_ID, ITEM_ID);

  private final OrderRepository repository;
  private final DeadLetterRepository letters;
  private final OrderLists lists;
  private final OrderStreams streams;
  private final KnownItems known;

  /**
   * @param known in which to look for orders when the question names no item
   */
  OrderQueries(
      OrderRepository repository,
      DeadLetterRepository letters,
      OrderLists lists,
      OrderStreams streams,
      KnownItems known) {
    this.repository = repository;
    this.letters = letters;
    this.lists = lists;
    this.streams = streams;
    this.known = known;
  }

  private record Question(String orderId, String userId, Long itemId) {
    static Question of(JsonObject body) {
      Json.requireOnly(body, FIELDS);
      return new Question(
          OrderIds.require(Json.text(body, ORDER_ID)),
          UserIds.require(Json.text(body, USER_ID)),
          item(body));
    }

    /** A question for all orders of a user. */
    static Question ofList(JsonObject body) {
      Json.requireOnly(body, LIST_FIELDS);
      return new Question(null, UserIds.require(Json.text(body, USER_ID)), item(body));
    }

    private static Long item(JsonObject body) {
      String item = Json.text(body, ITEM_ID);
      return item == null ? null : (Long) ItemIds.parse(item);
    }

    Question about(String order, long item) {
      return new Question(order, userId, item);
    }
  }

  /** Answers questions for one order, and for all orders of a user, from now on. */
  Future<Void> openAt(EventBus bus) {
    return Future.all(
            serve(bus, Addresses.ORDER_GET, body -> find(Question.of(body))),
            serve(bus, Addresses.ORDER_LIST, body -> list(Question.ofList(body))))
        .mapEmpty();
  }

  private static Future<Void> serve(
      EventBus bus, String address, Function<JsonObject, Future<JsonObject>> work) {
    return JsonRequests.serve(bus, address, work, OrderQueries::refusal).completion();
  }

  private static SeckillException refusal(Throwable cause) {
    if (cause instanceof SeckillException refusal) {
      return refusal;
    }
    LOG.warn("cannot look up an order: {}", cause.getMessage());
    return new SeckillException(Outcome.DEGRADED, "orders cannot be looked up now");
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
    return Future.succeededFuture(json(question.orderId(), order));
  }

  private static JsonObject json(String orderId, StoredOrder order) {
    JsonObject json =
        state(orderId, order.itemId(), order.status())
            .put("priceCents", order.priceCents())
            .put("reference", order.reference())
            .put("purchasedAt", order.purchasedAt().toString());
    return order.payUntil() == null ? json : json.put("payUntil", order.payUntil().toString());
  }

  private Future<JsonObject> findUnwritten(Question question) {
    return letters
        .fateOf(question.orderId(), Buffer.buffer(question.userId()))
        .compose(
            fate -> {
              if (fate == null || !fate.isOpen() && !fate.isDiscarded()) {
                return findQueued(question);
              }
              OrderStatus status = fate.isOpen() ? OrderStatus.UNDER_REVIEW : OrderStatus.FAILED;
              return Future.succeededFuture(
                  state(question.orderId(), fate.itemId(), status.name()));
            });
  }

  private Future<JsonObject> findQueued(Question question) {
    return items(question).compose(items -> findQueued(question, items));
  }

  private Future<JsonObject> findQueued(Question question, List<Long> items) {
    List<Future<Long>> found = new ArrayList<>();
    for (long itemId : items) {
      found.add(
          streams
              .receipt(streams.keys().of(itemId), question.userId())
              .map(
                  receipt ->
                      question.orderId().equals(OrderIds.ofReceipt(receipt)) ? itemId : null));
    }
    return Future.all(found)
        .compose(
            all -> {
              for (Long itemId : all.<Long>list()) {
                if (itemId != null) {
                  return Future.succeededFuture(
                      state(question.orderId(), itemId, OrderStatus.QUEUED.name()));
                }
              }
              return notFound();
            });
  }

  private Future<JsonObject> list(Question question) {
    return items(question).compose(items -> list(question, items));
  }

  private Future<JsonObject> list(Question question, List<Long> items) {
    return lists
        .find(Buffer.buffer(question.userId()), items)
        .compose(
            orders ->
                unwritten(question, items, orders)
                    .map(
                        unwritten -> {
                          JsonArray all = new JsonArray();
                          unwritten.forEach(all::add);
                          orders.forEach(o -> all.add(json(o.orderId(), o.order())));
                          return new JsonObject().put("orders", all);
                        }));
  }

  // What the till has accepted and MySQL does not show yet.
  private Future<List<JsonObject>> unwritten(
      Question question, List<Long> items, List<OrderLists.Listed> written) {
    Set<String> known =
        written.stream().map(OrderLists.Listed::orderId).collect(Collectors.toSet());
    List<Future<JsonObject>> found = new ArrayList<>();
    for (long itemId : items) {
      found.add(
          streams
              .receipt(streams.keys().of(itemId), question.userId())
              .compose(
                  receipt -> {
                    String orderId = OrderIds.ofReceipt(receipt);
                    return orderId == null || known.contains(orderId)
                        ? Future.succeededFuture()
                        : findIfAny(question.about(orderId, itemId));
                  }));
    }
    return Future.all(found)
        .map(all -> all.<JsonObject>list().stream().filter(Objects::nonNull).toList());
  }

  private Future<JsonObject> findIfAny(Question question) {
    return find(question)
        .recover(
            cause ->
                cause instanceof SeckillException refusal && refusal.outcome() == Outcome.NOT_FOUND
                    ? Future.succeededFuture()
                    : Future.failedFuture(cause));
  }

  private Future<List<Long>> items(Question question) {
    return question.itemId() == null
        ? known.all()
        : Future.succeededFuture(List.of(question.itemId()));
  }

  private static JsonObject state(String orderId, long itemId, String status) {
    return new JsonObject()
        .put(ORDER_ID, orderId)
        .put(ITEM_ID, Long.toString(itemId))
        .put("status", status);
  }

  private static <T> Future<T> notFound() {
    return Future.failedFuture(
        new SeckillException(Outcome.NOT_FOUND, "this user has no such order"));
  }
}
