package seckill.standalone.rehearsal.gate;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import seckill.standalone.client.Reply;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.Waiting;

/** Registers an account for an item, while that is possible. */
final class Registrant implements Visitor {
  private final Call register;
  private final Patience patience;
  private String refusal = NO_ANSWER;

  Registrant(Guise guise, ItemCalls item, Random random) {
    this.register = guise.dress(item.register());
    this.patience = new Patience(random);
  }

  @Override
  public Step first() {
    return new Step(register, 0);
  }

  @Override
  public Step heard(Reply reply) {
    if (reply.succeeded()) {
      refusal = null;
      return null;
    }
    refusal = reply.code().isEmpty() ? "HTTP_" + reply.status() : reply.code();
    return Patience.tryAgain(reply) ? new Step(register, patience.pauseMillis(reply)) : null;
  }

  /**
   * Lets all of them register; blocks.
   *
   * @throws SaleException if somebody could not
   */
  static void sendAll(List<Registrant> registrants, Drive drive, Duration limit) {
    List<Future<Void>> sent = registrants.stream().map(each -> each.send(drive)).toList();
    Waiting.on(Future.join(sent), limit, "cannot register everybody");
    Set<String> refusals = new TreeSet<>();
    for (Registrant registrant : registrants) {
      if (!registrant.isRegistered()) {
        refusals.add(registrant.refusal);
      }
    }
    if (!refusals.isEmpty()) {
      throw new SaleException("not everybody could register in time: " + refusals);
    }
  }

  private Future<Void> send(Drive drive) {
    Promise<Void> sent = Promise.promise();
    drive.admit(
        this,
        new Drive.Listener() {
          @Override
          public void heard(Call call, Reply reply, long nanos) {}

          @Override
          public void done() {
            sent.complete();
          }
        });
    return sent.future();
  }

  /** Whether the account is registered. */
  boolean isRegistered() {
    return refusal == null;
  }
}
