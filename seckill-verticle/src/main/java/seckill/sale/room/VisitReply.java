package seckill.sale.room;

import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import seckill.contract.Outcome;
import seckill.contract.QueueAnswer;
import seckill.contract.QueueVisit;

/** Reads what the visit script answered. */
final class VisitReply {
  private static final int FIRST_ANSWER = 8;
  private static final int FIELDS = 3;
  private static final int WAITS = 1;
  private static final int ADMITTED = 2;

  private VisitReply() {}

  /** One answer per visit, in their order. */
  static List<QueueAnswer> read(Response reply, List<QueueVisit> visits, Forecast forecast) {
    RoomState state = state(reply);
    List<QueueAnswer> answers = new ArrayList<>(visits.size());
    for (int i = 0; i < visits.size(); i++) {
      int at = FIRST_ANSWER + i * FIELDS;
      int code = reply.get(at).toInteger();
      long number = reply.get(at + 1).toLong();
      String userId = visits.get(i).userId();
      answers.add(
          switch (code) {
            case WAITS -> forecast.waiting(state, number, userId);
            case ADMITTED -> forecast.admitted(number, userId);
            default -> refused(code, reply.get(at + 2).toString(), state);
          });
    }
    return answers;
  }

  private static RoomState state(Response reply) {
    return new RoomState(
        reply.get(0).toLong(),
        reply.get(1).toLong(),
        reply.get(2).toLong(),
        reply.get(3).toLong(),
        reply.get(4).toLong(),
        Double.parseDouble(reply.get(5).toString()),
        reply.get(6).toLong(),
        reply.get(7).toInteger() == 1);
  }

  private static QueueAnswer refused(int code, String orderId, RoomState state) {
    Outcome outcome = Outcome.ofCode(code);
    return new QueueAnswer.Refused(
        outcome,
        orderId.isEmpty() ? null : orderId,
        outcome == Outcome.NOT_STARTED ? state.opensAtMillis() : 0);
  }
}
