package seckill.order.life;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.order.JsonRequests;
import seckill.runtime.MySqlLink;

/** Answers requests to change orders: every one, whatever happens inside. */
final class LifeDesk {
  private static final Logger LOG = LoggerFactory.getLogger(LifeDesk.class);

  private final Vertx vertx;
  private final Cancels cancels;
  private final Payments payments;
  private final List<MessageConsumer<?>> consumers = new ArrayList<>();

  LifeDesk(Vertx vertx, Cancels cancels, Payments payments) {
    this.vertx = vertx;
    this.cancels = cancels;
    this.payments = payments;
  }

  /** Succeeds once the addresses are known everywhere. */
  Future<Void> open() {
    serve(Addresses.ORDER_CANCEL, cancels::cancel);
    serve(Addresses.ORDER_PAY, this::pay);
    return Future.all(consumers.stream().map(MessageConsumer::completion).toList()).mapEmpty();
  }

  /** Takes no more requests. */
  Future<Void> close() {
    return Future.join(consumers.stream().map(MessageConsumer::unregister).toList()).mapEmpty();
  }

  private Future<JsonObject> pay(JsonObject request) {
    PaymentNotice notice = PaymentNotice.fromJson(request);
    return payments
        .receive(notice)
        .map(
            received ->
                new JsonObject()
                    .put("orderId", notice.orderId())
                    .put("paymentId", notice.paymentId())
                    .put("outcome", received.outcome().name())
                    .put("repeated", received.repeated()));
  }

  private void serve(String address, Function<JsonObject, Future<JsonObject>> work) {
    consumers.add(
        JsonRequests.serve(vertx.eventBus(), address, work, cause -> refusal(address, cause)));
  }

  private static SeckillException refusal(String address, Throwable cause) {
    if (cause instanceof SeckillException refusal) {
      return refusal;
    }
    if (MySqlLink.isTransient(cause)) {
      LOG.warn("a request to {} failed: {}", address, cause.getMessage());
      return new SeckillException(Outcome.DEGRADED, "orders cannot be changed now");
    }
    LOG.error("a request to {} failed", address, cause);
    return new SeckillException(Outcome.INTERNAL, "orders cannot be changed");
  }
}
