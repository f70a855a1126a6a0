package seckill.standalone.lab.version;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseResult;
import seckill.contract.RedisKeys;
import seckill.sale.PurchaseCall;
import seckill.sale.recovery.Floor;
import seckill.standalone.lab.redis.Line;

/**
 * The till's own script, one press per call: sale window, one unit per user, stock and order
 * message decided and written in one.
 */
class FullScript implements Version {
  private static final String FAR_FUTURE = "4102444800000";
  private static final String NO_CAP = "0";

  private static final Map<String, String> FIELDS =
      Map.of(
          RedisKeys.ITEM_EPOCH, "1",
          RedisKeys.ITEM_STATUS, "OPEN",
          RedisKeys.ITEM_ALL_STATUS, "OPEN",
          RedisKeys.ITEM_START_AT, "0",
          RedisKeys.ITEM_END_AT, FAR_FUTURE,
          RedisKeys.ITEM_PRICE_CENTS, "149900",
          RedisKeys.ITEM_EXPIRE_AT, FAR_FUTURE);

  @Override
  public Future<Void> open(Line line, int units) {
    List<String> fields = new ArrayList<>();
    fields.add(LabKeys.ITEM.item());
    FIELDS.forEach((field, value) -> fields.addAll(List.of(field, value)));
    return line.load(PurchaseCall.script())
        .compose(told -> line.send("DEL", LabKeys.item()))
        .compose(gone -> line.send("HSET", fields))
        .compose(set -> line.send("SET", LabKeys.ITEM.stock(), Integer.toString(units)))
        .mapEmpty();
  }

  @Override
  public Future<Answer> buy(Line line, Press press) {
    return call(line, List.of(press)).map(answers -> answers.get(0));
  }

  /** Decides presses in one call; one answer each, in order. */
  static Future<List<Answer>> call(Line line, List<Press> presses) {
    List<PurchaseAttempt> attempts = presses.stream().map(FullScript::attempt).toList();
    List<String> arguments =
        PurchaseCall.arguments(LabKeys.ITEM_ID, 0, NO_CAP, Floor.NONE, attempts);
    return line.run(PurchaseCall.script(), PurchaseCall.keys(LabKeys.ITEM), arguments)
        .map(
            reply ->
                PurchaseCall.results(reply, attempts).stream().map(FullScript::answer).toList());
  }

  private static PurchaseAttempt attempt(Press press) {
    return new PurchaseAttempt(
        LabKeys.ITEM_ID, press.userId(), press.orderId(), "", "", Long.MAX_VALUE);
  }

  private static Answer answer(PurchaseResult result) {
    return switch (result.outcome()) {
      case ACCEPTED -> Answer.of(Answer.Verdict.SOLD);
      case SOLD_OUT -> Answer.of(Answer.Verdict.SOLD_OUT);
      case DUPLICATE -> Answer.of(Answer.Verdict.DUPLICATE);
      default -> throw new IllegalStateException("the script answered " + result.outcome());
    };
  }

  @Override
  public Future<Shelf> look(Line line) {
    return line.send("GET", LabKeys.ITEM.stock())
        .compose(
            stock ->
                line.send("XLEN", LabKeys.ITEM.orders())
                    .map(messages -> new Shelf(stock.toLong(), messages.toLong())));
  }
}
