package seckill.standalone.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import seckill.standalone.bench.Refusal.Who;
import seckill.standalone.bench.load.Headers;
import seckill.standalone.bench.load.LoadClient;
import seckill.standalone.bench.load.LoadResult;
import seckill.standalone.bench.load.Pace;
import seckill.standalone.bench.load.PlainClient;
import seckill.standalone.bench.load.Target;
import seckill.standalone.bench.load.TokenFile;
import seckill.standalone.client.TokenMint;
import seckill.standalone.process.SaleException;

/** Loads of users, each of whom comes once; a load that is not answered as it should be fails. */
final class Buyers {
  /** A user who is blocked before the loads begin. */
  static final String BLOCKED_USER = "blocked";

  private static final double RESERVE = 1.5;
  private static final long LEAST_PER_SECOND = 80_000;
  private static final long MOST_LOOKERS = 300_000;

  private final LoadClient client;
  private final PlainClient pacedClient;
  private final Crowd crowd;
  private final TokenFile tokens;
  private final TokenFile forged;

  Buyers(BenchPlan plan, BenchPlace place, Crowd crowd, TokenMint mint) {
    this.client = place.client();
    this.pacedClient = new PlainClient(plan.connections());
    this.crowd = crowd;
    this.tokens = new TokenFile(place.path(), mint);
    TokenMint forger = new TokenMint("of nobody who may sign a token here", Clock.systemUTC());
    this.forged = new TokenFile(place.path(), forger);
  }

  /** Users who buy, as fast as they are answered; all are accepted. */
  LoadResult buy(Target target, int seconds, double expectedPerSecond)
      throws IOException, InterruptedException {
    Path users = ready(target, Math.max(expectedPerSecond * RESERVE, LEAST_PER_SECOND) * seconds);
    return accepted(client.run(target, crowd.headers(), users, seconds));
  }

  /** Users who were made ready buy, so many per second; all are accepted. */
  LoadResult buyAtRate(Target target, Path ready, int seconds, double perSecond)
      throws IOException {
    return accepted(pacedClient.run(target, crowd.headers(), ready, Pace.open(perSecond), seconds));
  }

  /** Readies so many users to buy; their tokens. */
  Path ready(Target target, double users) throws IOException {
    for (int i = 0; i < target.items(); i++) {
      crowd.prepare(target.firstItem() + i, tokens.nextUser(), (long) users);
    }
    return tokens.next((long) users);
  }

  /** Users who buy although there are more of them than units. */
  LoadResult sellOut(Target target, int seconds) throws IOException, InterruptedException {
    Path users = ready(target, LEAST_PER_SECOND * seconds);
    return look(target, crowd.headers(), users, seconds);
  }

  private static LoadResult accepted(LoadResult result) {
    if (result.refused() > 0 || result.errors() > 0 || result.wrapped() > 0) {
      throw new SaleException("not every purchase was accepted: " + result);
    }
    return result;
  }

  /** Users who are told the same, whatever it is. */
  LoadResult look(Target target, int seconds) throws IOException, InterruptedException {
    return look(target, crowd.headers(), lookers(seconds), seconds);
  }

  /** The same users as {@link #look}, who are all refused. */
  LoadResult refused(Target target, int seconds) throws IOException, InterruptedException {
    return refused(look(target, seconds));
  }

  /** Users who are refused by one layer of the gate. */
  LoadResult refused(Target target, Refusal refusal, int seconds)
      throws IOException, InterruptedException {
    Path users =
        switch (refusal.who()) {
          case STRANGERS -> lookers(seconds);
          case FORGERS -> forged.next(LEAST_PER_SECOND);
          case BLOCKED -> tokens.of(BLOCKED_USER);
          case IMPATIENT -> tokens.next(1);
        };
    LoadResult result = look(target, refusal.headers(), users, seconds);
    return refusal.who() == Who.IMPATIENT ? result : refused(result);
  }

  private static LoadResult refused(LoadResult result) {
    if (result.refused() < result.requests()) {
      throw new SaleException("not every request was refused: " + result);
    }
    return result;
  }

  private Path lookers(int seconds) throws IOException {
    return tokens.next(Math.min(LEAST_PER_SECOND * seconds, MOST_LOOKERS));
  }

  private LoadResult look(Target target, Headers headers, Path users, int seconds)
      throws IOException, InterruptedException {
    LoadResult result = client.run(target, headers, users, seconds);
    if (result.errors() > 0) {
      throw new SaleException("not every request was answered: " + result);
    }
    return result;
  }

  /** The token of a user who is ready to buy an item. */
  String readyUser(long itemId) throws IOException {
    crowd.prepare(itemId, tokens.nextUser(), 1);
    return tokens.one();
  }

  Crowd crowd() {
    return crowd;
  }
}
