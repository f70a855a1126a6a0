package seckill.gateway.challenge;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.contract.ChallengeRules;
import seckill.contract.Outcome;
import seckill.gateway.challenge.ChallengeMeters.Event;
import seckill.gateway.gate.RiskSignals;
import seckill.gateway.gate.Till;

/**
 * Gives challenges and takes answers; what is right is known to the till alone once a challenge is
 * given. Belongs to one event loop.
 */
public final class Challenges {
  private static final Logger LOG = LoggerFactory.getLogger(Challenges.class);

  private final ChallengeRegime regime;
  private final Till till;
  private final Executor worker;
  private final RiskSignals signals;
  private final ClosedItems closed;
  private int underWay;

  /**
   * @param worker where pictures are drawn: not an event loop
   * @param nanoClock a clock that only runs forward
   */
  public Challenges(
      ChallengeRegime regime,
      Till till,
      Executor worker,
      RiskSignals signals,
      LongSupplier nanoClock) {
    this.regime = regime;
    this.till = till;
    this.worker = worker;
    this.signals = signals;
    this.closed = new ClosedItems(regime.settings().watchedItems(), nanoClock);
  }

  /** Draws the first pictures. */
  public void prepare() {
    if (regime.settings().kind() == ChallengeKind.SUM) {
      regime.pictures().fill(worker);
    }
  }

  /** Looks up again which items always or never ask; the last known ones count meanwhile. */
  public void refreshModes() {
    till.request(Addresses.ITEM_LIST, new JsonObject())
        .onSuccess(reply -> regime.modes().learn(reply.getJsonArray("items")))
        .onFailure(cause -> LOG.debug("no item list: {}", cause.getMessage()));
  }

  /**
   * Gives a challenge.
   *
   * @return {@code {challengeId, kind, image? , question?, choices?, notBefore, expiresAt}}; fails
   *     with a {@link ChallengeRefusal}
   */
  public Future<JsonObject> ask(long itemId, String userId, boolean inChinese) {
    ChallengeRefusal known = closed.find(itemId);
    if (known != null) {
      return refuse(Event.NOT_GIVEN, known);
    }
    ChallengeSettings settings = regime.settings();
    Task task = underWay < settings.maxUnderWay() ? task(settings, inChinese) : null;
    if (task == null) {
      return refuse(Event.OVER_CAPACITY, ChallengeRefusal.of(Outcome.DEGRADED));
    }
    JsonObject request =
        forUser(itemId, userId, settings.rules().withAtMost(task.maxTries()))
            .put("answers", new JsonArray(task.answers()));
    return counted(() -> till.request(Addresses.CHALLENGE_KEEP, request))
        .compose(kept -> given(itemId, settings, task, kept));
  }

  private Future<JsonObject> given(
      long itemId, ChallengeSettings settings, Task task, JsonObject kept) {
    String code = kept.getString("code");
    if (code == null) {
      regime.meters().count(Event.ASKED);
      return Future.succeededFuture(task.shown().mergeIn(kept));
    }
    task.unseen().run();
    String startAt = kept.getString("startAt");
    ChallengeRefusal refusal =
        new ChallengeRefusal(
            Outcome.valueOf(code),
            startAt == null ? 0 : Instant.parse(startAt).toEpochMilli(),
            kept.getLong("waitMillis", 0L));
    if (refusal.outcome() != Outcome.RATE_LIMITED) {
      closed.remember(itemId, refusal, settings.closedMillis());
    }
    return refuse(Event.NOT_GIVEN, refusal);
  }

  /**
   * Tries an answer.
   *
   * @return {@code {pass, expiresAt}}; fails with a {@link ChallengeRefusal}, or BAD_REQUEST
   */
  public Future<JsonObject> answer(long itemId, String userId, String challengeId, String answer) {
    ChallengeSettings settings = regime.settings();
    if (underWay >= settings.maxUnderWay()) {
      return refuse(Event.OVER_CAPACITY, ChallengeRefusal.of(Outcome.DEGRADED));
    }
    JsonObject request =
        forUser(itemId, userId, settings.rules())
            .put("challengeId", challengeId)
            .put("answer", answer);
    return counted(() -> till.request(Addresses.CHALLENGE_ANSWER, request))
        .compose(tried -> judged(itemId, userId, tried));
  }

  private Future<JsonObject> judged(long itemId, String userId, JsonObject tried) {
    String code = tried.getString("code");
    if (code == null) {
      regime.meters().count(Event.PASSED);
      return Future.succeededFuture(tried);
    }
    Event event = Event.valueOf(tried.getString("reason"));
    if (event == Event.TOO_FAST) {
      signals.answeredTooFast(userId, itemId);
    }
    return refuse(event, ChallengeRefusal.of(Outcome.valueOf(code)));
  }

  private Future<JsonObject> refuse(Event event, ChallengeRefusal refusal) {
    regime.meters().count(event);
    return Future.failedFuture(refusal);
  }

  private Future<JsonObject> counted(Supplier<Future<JsonObject>> request) {
    underWay++;
    return request.get().onComplete(done -> underWay--);
  }

  long remembered() {
    return closed.size();
  }

  private static JsonObject forUser(long itemId, String userId, ChallengeRules rules) {
    return new JsonObject()
        .put("itemId", Long.toString(itemId))
        .put("userId", userId)
        .put("rules", rules.toJson());
  }

  private Task task(ChallengeSettings settings, boolean inChinese) {
    return settings.kind() == ChallengeKind.QUIZ ? quizTask(inChinese) : pictureTask();
  }

  private Task pictureTask() {
    SumPicture picture = regime.pictures().take(worker);
    return picture == null
        ? null
        : new Task(
            new JsonObject().put("kind", ChallengeKind.SUM.name()).put("image", picture.image()),
            List.of(picture.answer()),
            Integer.MAX_VALUE,
            () -> regime.pictures().giveBack(picture));
  }

  private Task quizTask(boolean inChinese) {
    QuizQuestion question = regime.quiz().pick(inChinese);
    JsonObject shown =
        new JsonObject().put("kind", ChallengeKind.QUIZ.name()).put("question", question.text());
    if (!question.choices().isEmpty()) {
      shown.put("choices", new JsonArray(regime.quiz().shuffled(question)));
    }
    // With a few choices, a second try would let every other guess through.
    int maxTries = question.choices().isEmpty() ? Integer.MAX_VALUE : 1;
    return new Task(shown, question.answers(), maxTries, () -> {});
  }

  /**
   * Something to solve.
   *
   * @param shown what the buyer gets to see
   * @param answers the right ones
   * @param maxTries that it can bear
   * @param unseen to be run if nobody has seen it
   */
  private record Task(JsonObject shown, List<String> answers, int maxTries, Runnable unseen) {}
}
