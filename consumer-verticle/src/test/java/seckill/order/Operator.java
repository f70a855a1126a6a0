package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.IntStream;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.testkit.TestVertx;

/** Somebody who decides about dead letters, and looks what came of it. */
final class Operator {
  private final Sale sale;
  private final String name;

  Operator(Sale sale, String name) {
    this.sale = sale;
    this.name = name;
  }

  Future<JsonObject> send(String address, String id) {
    return request(address, new JsonObject().put("id", id).put("actor", name));
  }

  private Future<JsonObject> request(String address, Object body) {
    return sale.vertx.eventBus().<JsonObject>request(address, body).map(Message::body);
  }

  JsonObject replay(String id) {
    return TestVertx.await(send(Addresses.DEAD_LETTER_REPLAY, id));
  }

  JsonObject discard(String id) {
    return TestVertx.await(send(Addresses.DEAD_LETTER_DISCARD, id));
  }

  JsonObject list(JsonObject query) {
    return TestVertx.await(request(Addresses.DEAD_LETTER_LIST, query));
  }

  /** The ids of all letters. */
  List<String> letters() {
    JsonArray letters = list(new JsonObject()).getJsonArray("letters");
    return IntStream.range(0, letters.size())
        .mapToObj(i -> letters.getJsonObject(i).getString("id"))
        .toList();
  }

  String onlyLetter() {
    assertThat(letters()).hasSize(1);
    return letters().get(0);
  }

  String letterOf(String orderId) {
    JsonArray letters = list(new JsonObject()).getJsonArray("letters");
    return IntStream.range(0, letters.size())
        .mapToObj(letters::getJsonObject)
        .filter(letter -> orderId.equals(letter.getString("orderId")))
        .findFirst()
        .orElseThrow()
        .getString("id");
  }

  long audited(String action, String outcome) {
    return sale.mysql.number(
        "SELECT COUNT(*) FROM admin_audit WHERE action = ? AND outcome = ? AND actor LIKE 'op%'",
        action, outcome);
  }

  /** What a buyer hears of an order. */
  String statusOf(String orderId, String userId) {
    return TestVertx.await(
        request(Addresses.ORDER_GET, new JsonObject().put("orderId", orderId).put("userId", userId))
            .map(order -> order.getString("status"))
            .otherwise(
                cause -> Outcome.ofFailureCode(((ReplyException) cause).failureCode()).name()));
  }

  /** What is said of a request that is refused. */
  String refusal(String address, Object body) {
    return TestVertx.await(
        request(address, body).map("not refused").otherwise(Throwable::getMessage));
  }

  void assertRefused(String address, String id, Outcome outcome) {
    assertRefused(address, (Object) new JsonObject().put("id", id).put("actor", name), outcome);
  }

  void assertRefused(String address, Object body, Outcome outcome) {
    assertThatThrownBy(() -> TestVertx.await(request(address, body)))
        .isInstanceOfSatisfying(
            ReplyException.class,
            e -> assertThat(e.failureCode()).as(e.getMessage()).isEqualTo(outcome.failureCode()));
  }
}
