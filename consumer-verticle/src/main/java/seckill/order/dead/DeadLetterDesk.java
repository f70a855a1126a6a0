package seckill.order.dead;

import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.contract.Json;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.contract.UserIds;
import seckill.order.JsonRequests;
import seckill.runtime.MySqlLink;
import seckill.runtime.RedisLink;

/**
 * Shows dead letters to operators and carries out what they decide.
 *
 * <p>Every step can be repeated, and the state of a letter is written last; see {@link
 * LetterDecisions}.
 */
public final class DeadLetterDesk {
  private static final Logger LOG = LoggerFactory.getLogger(DeadLetterDesk.class);
  private static final Set<String> DECISION_FIELDS = Set.of("id", "actor");

  /** Said of the unit where the letter names nobody who could hold one. */
  private static final String NOBODY = "NOBODY";

  /** Said of the unit where it belongs to another order of the user. */
  private static final String KEPT = "KEPT";

  private final LetterBooks books;
  private final LetterHistory history;
  private final LetterDecisions letters;
  private final LetterStreams streams;
  private final UnitReturns returns;
  private final int maxDecisions;
  private int decisions;

  /**
   * What a desk takes.
   *
   * @param decisions under way at once, each of which holds a connection to MySQL
   * @param pageSize copies that are read from Redis at a time
   * @param returnTimeoutMillis how long the till may take to give a unit back
   */
  public record Limits(int decisions, int pageSize, long returnTimeoutMillis) {}

  /** A desk of one event loop. */
  public DeadLetterDesk(
      MySqlLink mysql, RedisLink redis, EventBus bus, Clock clock, Limits limits) {
    this.books = new LetterBooks(mysql);
    this.history = new LetterHistory(mysql, clock);
    this.letters = new LetterDecisions(mysql, history);
    this.streams = new LetterStreams(redis, limits.pageSize());
    this.returns = new UnitReturns(bus, limits.returnTimeoutMillis());
    this.maxDecisions = limits.decisions();
  }

  /** Takes requests from now on; succeeds once everybody knows. */
  public Future<Void> openAt(EventBus bus) {
    return Future.all(
            serve(bus, Addresses.DEAD_LETTER_LIST, body -> books.page(LetterQuery.of(body))),
            serve(
                bus,
                Addresses.DEAD_LETTER_REPLAY,
                body -> decide(body, LetterAction.REPLAY, this::replay)),
            serve(
                bus,
                Addresses.DEAD_LETTER_DISCARD,
                body -> decide(body, LetterAction.DISCARD, this::discard)))
        .mapEmpty();
  }

  private static Future<Void> serve(
      EventBus bus, String address, Function<JsonObject, Future<JsonObject>> work) {
    return JsonRequests.serve(bus, address, work, Refusals::of).completion();
  }

  private Future<JsonObject> decide(
      JsonObject body, LetterAction action, LetterDecisions.Deed deed) {
    Json.requireOnly(body, DECISION_FIELDS);
    long id = LetterQuery.letterId("id", Json.text(body, "id"));
    String actor = Json.text(body, "actor");
    if (!UserIds.isValid(actor)) {
      throw SeckillException.badRequest("actor must say who asks for this");
    }
    if (decisions == maxDecisions) {
      throw new SeckillException(
          Outcome.BUSY, "too many decisions at once; nothing was done, please repeat this one");
    }
    decisions++;
    return letters
        .decide(id, action, actor, deed)
        .onSuccess(reply -> LOG.info("{} of dead letter {} by {}: {}", action, id, actor, reply))
        .recover(cause -> refuse(id, action, actor, Refusals.of(cause)))
        .onComplete(done -> decisions--);
  }

  // What was refused is refused: a book that cannot be written does not change that.
  private Future<JsonObject> refuse(
      long id, LetterAction action, String actor, SeckillException refusal) {
    LOG.info(
        "{} of dead letter {} by {} refused: {}: {}",
        action,
        id,
        actor,
        refusal.outcome(),
        refusal.getMessage());
    return history
        .refused(id, action, actor, refusal)
        .onFailure(
            lost ->
                LOG.error(
                    "no audit entry for {} of dead letter {} by {}: {}",
                    action,
                    id,
                    actor,
                    lost.getMessage()))
        .transform(written -> Future.failedFuture(refusal));
  }

  // Without a copy in Redis an earlier try may have put the message back, or the store lost it. A
  // message too many is harmless, since an order id is written once; one too few is not.
  private Future<JsonObject> replay(Letter letter, LetterDecisions.Books in) {
    return in.givenUpBy(letter)
        .compose(
            other -> {
              requireNotGivenUp(other);
              return in.hasOrder(letter);
            })
        .compose(
            written ->
                streams
                    .replay(letter, written ? List.of() : letter.parts())
                    .map(
                        replayed -> {
                          LetterStreams.Answer answer = replayed.answer();
                          requireDone(answer);
                          if (answer == LetterStreams.Answer.ABSENT && !written) {
                            throw new NothingDoneException(
                                Outcome.CONFLICT, "nothing is left of the message; discard it");
                          }
                          JsonObject done =
                              new JsonObject().put("message", answer).put("written", written);
                          return replayed.streamId() == null
                              ? done
                              : done.put(LetterBooks.STREAM_ID, replayed.streamId());
                        }));
  }

  private static void requireNotGivenUp(Long other) {
    if (other != null) {
      throw new NothingDoneException(
          Outcome.CONFLICT,
          "its order was given up with dead letter " + other + "; discard this one as well");
    }
  }

  private Future<JsonObject> discard(Letter letter, LetterDecisions.Books in) {
    return streams
        .isPending(letter)
        .compose(
            pending -> {
              if (pending) {
                requireDone(LetterStreams.Answer.PENDING);
              }
              return giveBack(letter, in);
            })
        .compose(
            unit ->
                streams
                    .discard(letter)
                    .map(
                        answer -> {
                          requireRemoved(answer);
                          return new JsonObject().put("unit", unit);
                        }));
  }

  private Future<String> giveBack(Letter letter, LetterDecisions.Books in) {
    if (!letter.mayHoldUnit()) {
      return Future.succeededFuture(NOBODY);
    }
    return in.liveOrder(letter)
        .compose(order -> order == null ? returns.ask(letter) : Future.succeededFuture(KEPT));
  }

  // The unit may be back already: what was begun stays begun.
  private static void requireRemoved(LetterStreams.Answer answer) {
    if (answer != LetterStreams.Answer.REMOVED) {
      throw new SeckillException(
          Outcome.BUSY, "the letter is still being stored; please repeat to finish this");
    }
  }

  private static void requireDone(LetterStreams.Answer answer) {
    switch (answer) {
      case PENDING ->
          throw new NothingDoneException(
              Outcome.BUSY, "the letter is still being stored; nothing was done, please repeat");
      case LOADING ->
          throw new NothingDoneException(
              Outcome.BUSY, "the item is being built anew; nothing was done, please repeat");
      case GONE ->
          throw new NothingDoneException(
              Outcome.CONFLICT, "the item has no orders stream; preheat or recover it first");
      case MOVED, REMOVED, ABSENT -> {
        // Done, or nothing left to do.
      }
    }
  }
}
