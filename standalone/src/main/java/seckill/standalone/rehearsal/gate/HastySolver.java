package seckill.standalone.rehearsal.gate;

import java.time.Clock;
import java.time.Instant;
import java.util.function.UnaryOperator;
import seckill.standalone.client.Reply;

/** A script that knows every answer, gives it at once, and presses with whatever it gets. */
final class HastySolver implements Visitor {
  private static final long PAUSE_MILLIS = 100;

  private final Guise guise;
  private final ItemCalls item;
  private final UnaryOperator<String> answers;
  private final Clock clock;
  private String pass;
  private Instant notBefore;
  private boolean passedTooSoon;

  HastySolver(Guise guise, ItemCalls item, UnaryOperator<String> answers, Clock clock) {
    this.guise = guise;
    this.item = item;
    this.answers = answers;
    this.clock = clock;
  }

  @Override
  public Step first() {
    return new Step(guise.dress(item.ask()), 0);
  }

  @Override
  public Step heard(Reply reply) {
    String id = reply.body().getString("challengeId");
    if (id != null) {
      notBefore = Instant.parse(reply.body().getString("notBefore"));
      String answer = answers.apply(reply.body().getString("question", ""));
      return new Step(guise.dress(item.answer(id, answer)), 0);
    }
    if (reply.body().containsKey("pass")) {
      pass = reply.body().getString("pass");
      // On a slow machine an answer given at once may arrive late enough.
      passedTooSoon |= clock.instant().isBefore(notBefore);
    }
    boolean bought = pass != null || reply.status() == 0;
    return new Step(guise.dress(bought ? item.buy(pass, null) : item.ask()), PAUSE_MILLIS);
  }

  /** Whether an answer was accepted that came sooner than a human's. */
  boolean hasPassedTooSoon() {
    return passedTooSoon;
  }
}
