package seckill.standalone.rehearsal.gate;

import java.time.Clock;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import seckill.contract.Outcome;
import seckill.standalone.client.Reply;

/**
 * A client that does what the pages of a sale tell it: queue, wait, solve the challenge, buy, and
 * press again. A gatecrasher is one that leaves something out.
 */
final class Buyer implements Visitor {
  /** What is left to do. */
  enum Stage {
    HASTE,
    JOIN,
    LOOK,
    ASK,
    ANSWER,
    BUY,
    LEAVE,
    DONE
  }

  private static final int POLL_AT_LEAST_MILLIS = 20;
  private static final int HUMAN_MIN_MILLIS = 50;
  private static final int HUMAN_SPREAD_MILLIS = 400;

  private final Guise guise;
  private final ItemCalls item;
  private final UnaryOperator<String> answers;
  private final Clock clock;
  private final Random random;
  private final Diary diary;
  private final Set<Stage> skipped;
  private final Patience patience;

  private Stage stage;
  private int pressesLeft;
  private String challengeId;
  private String answer;
  private String pass;
  private String refusal;

  /**
   * A buyer.
   *
   * @param presses how often the button is pressed
   * @param answers right answer by question
   * @param skipped what this one leaves out
   */
  Buyer(
      Guise guise,
      ItemCalls item,
      int presses,
      UnaryOperator<String> answers,
      Clock clock,
      Random random,
      Diary diary,
      Set<Stage> skipped) {
    this.guise = guise;
    this.item = item;
    this.pressesLeft = presses;
    this.answers = answers;
    this.clock = clock;
    this.random = random;
    this.diary = diary;
    this.skipped = skipped;
    this.patience = new Patience(random);
  }

  static Set<Stage> leavingOutNothing() {
    return EnumSet.noneOf(Stage.class);
  }

  @Override
  public Step first() {
    // Some try before their turn, as people do.
    boolean hasty = pressesLeft > 1 && random.nextInt(4) == 0;
    return enter(hasty ? Stage.HASTE : Stage.JOIN, hasty ? 0 : random.nextInt(HUMAN_SPREAD_MILLIS));
  }

  private Step enter(Stage next, long pauseMillis) {
    stage = next;
    if (skipped.contains(next)) {
      return enter(after(next), pauseMillis);
    }
    return new Step(guise.dress(call()), pauseMillis);
  }

  private static Stage after(Stage skipped) {
    return switch (skipped) {
      case HASTE -> Stage.JOIN;
      case JOIN, LOOK -> Stage.ASK;
      default -> Stage.BUY;
    };
  }

  private Call call() {
    return switch (stage) {
      case HASTE, BUY -> item.buy(pass, random.nextBoolean() ? "key-" + guise.userId() : null);
      case JOIN -> item.join();
      case LOOK -> item.look();
      case ASK -> item.ask();
      case ANSWER -> item.answer(challengeId, answer);
      case LEAVE -> item.leave();
      case DONE -> throw new IllegalStateException("a buyer who is done does nothing");
    };
  }

  @Override
  public Step heard(Reply reply) {
    diary.heard(reply);
    if (stage == Stage.HASTE) {
      return afterHaste(reply);
    }
    if (Patience.tryAgain(reply)) {
      diary.triedAgain(reply.code());
      return new Step(guise.dress(call()), patience.pauseMillis(reply));
    }
    patience.renew();
    return switch (stage) {
      case JOIN, LOOK -> afterLook(reply);
      case ASK -> afterAsking(reply);
      case LEAVE -> settle(refusal);
      case ANSWER -> afterAnswering(reply);
      default -> afterBuying(reply);
    };
  }

  private Step afterHaste(Reply reply) {
    if (isHolder(reply)) {
      return afterBuying(reply);
    }
    return enter(Stage.JOIN, human());
  }

  private Step afterLook(Reply reply) {
    if (!reply.succeeded()) {
      return isHolder(reply) ? afterBuying(reply) : settle(codeOf(reply));
    }
    if ("ADMITTED".equals(reply.body().getString("state"))) {
      diary.admitted();
      return enter(Stage.ASK, human());
    }
    long pollAfter = reply.body().getLong("pollAfterMillis", 0L);
    return enter(Stage.LOOK, Math.max(POLL_AT_LEAST_MILLIS, pollAfter));
  }

  private Step afterAsking(Reply reply) {
    if (!reply.succeeded()) {
      return settle(codeOf(reply));
    }
    challengeId = reply.body().getString("challengeId");
    answer = answers.apply(reply.body().getString("question", ""));
    Instant notBefore = Instant.parse(reply.body().getString("notBefore"));
    long wait = Math.max(0, notBefore.toEpochMilli() - clock.millis());
    return enter(Stage.ANSWER, wait + human());
  }

  private Step afterAnswering(Reply reply) {
    if (reply.succeeded()) {
      pass = reply.body().getString("pass");
      diary.passed(pass);
      return enter(Stage.BUY, human());
    }
    if (isAboutThePass(reply)) {
      diary.triedAgain(reply.code());
      return enter(Stage.ASK, human());
    }
    return settle(codeOf(reply));
  }

  private Step afterBuying(Reply reply) {
    pressesLeft--;
    if (isHolder(reply)) {
      diary.holds(reply.orderId());
      return pressesLeft > 0 ? enter(Stage.BUY, human()) : settle(Outcome.ACCEPTED.name());
    }
    if (isAboutThePass(reply) && !skipped.contains(Stage.ASK)) {
      pressesLeft++;
      diary.triedAgain(reply.code());
      return enter(Stage.ASK, human());
    }
    if (!skipped.isEmpty()) {
      return pressesLeft > 0 ? enter(Stage.BUY, human()) : giveWay(codeOf(reply));
    }
    if (reply.code().equals(Outcome.NOT_ADMITTED.name())) {
      // The waiting room knows why: the item is sold out, or the place is lost.
      diary.triedAgain(reply.code());
      return enter(Stage.LOOK, human());
    }
    return settle(codeOf(reply));
  }

  // Who cannot buy must not keep others from being admitted.
  private Step giveWay(String outcome) {
    if (skipped.contains(Stage.JOIN)) {
      return settle(outcome);
    }
    refusal = outcome;
    return enter(Stage.LEAVE, human());
  }

  private Step settle(String outcome) {
    stage = Stage.DONE;
    diary.settled(outcome);
    return null;
  }

  private long human() {
    return HUMAN_MIN_MILLIS + random.nextInt(HUMAN_SPREAD_MILLIS);
  }

  // Whoever holds a unit may hear of it with other codes, too, for a used pass for example.
  private static boolean isHolder(Reply reply) {
    return reply.orderId() != null && !reply.code().equals(Outcome.PENDING.name());
  }

  private static boolean isAboutThePass(Reply reply) {
    return reply.code().equals(Outcome.CHALLENGE_REQUIRED.name())
        || reply.code().equals(Outcome.CHALLENGE_INVALID.name())
        || reply.code().equals(Outcome.CHALLENGE_WRONG.name())
        || reply.code().equals(Outcome.CHALLENGE_USED_UP.name())
        || reply.code().equals(Outcome.CHALLENGE_EXPIRED.name());
  }

  static String codeOf(Reply reply) {
    return reply.code().isEmpty() ? "HTTP_" + reply.status() : reply.code();
  }
}
