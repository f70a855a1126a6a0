package seckill.standalone.rehearsal.gate;

import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import seckill.standalone.client.Paced;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.Waiting;
import seckill.standalone.rehearsal.Progress;

/**
 * What happens before a rush: people register in time, and some addresses and users are blocked.
 */
final class Enrolment {
  private static final Duration CALL_LIMIT = Duration.ofSeconds(60);
  // What the gateways promise, and a little.
  private static final Duration BAN_TAKES = Duration.ofSeconds(3);

  private final Population population;
  private final Schedule schedule;
  private final Clock clock;

  Enrolment(Population population, Schedule schedule, Clock clock) {
    this.population = population;
    this.schedule = schedule;
    this.clock = clock;
  }

  /**
   * Registers everybody who is to be registered; blocks.
   *
   * @throws SaleException if somebody cannot
   */
  void register(Drive drive, long seed) {
    List<Registrant> registrants = new ArrayList<>();
    population.honest().forEach(honest -> registrants.add(honest.registrant()));
    Random random = new Random(seed);
    for (Bots.Bot bot : population.bots()) {
      if (bot.kind().registers()) {
        registrants.add(new Registrant(bot.guise(), bot.item(), random));
      }
    }
    Duration left = Duration.between(clock.instant(), schedule.until());
    Registrant.sendAll(registrants, drive, left.plus(CALL_LIMIT));
  }

  /** Blocks whom the population has for that, and waits until every gateway must know it. */
  void block(SaleApi api, Progress progress) {
    Set<JsonObject> entries = new LinkedHashSet<>();
    for (Bots.Bot bot : population.bots()) {
      switch (bot.kind()) {
        case BANNED_ADDRESS -> entries.add(entry("ADDRESS", bot.guise().forwarded()));
        case BANNED_NETWORK -> entries.add(entry("NETWORK", Origins.BANNED_NETWORK));
        case BANNED_USER -> entries.add(entry("USER", bot.guise().userId()));
        default -> {}
      }
    }
    progress.step("blocking " + entries.size() + " addresses, networks and users");
    for (JsonObject entry : entries) {
      Reply reply = Paced.call(() -> api.block(entry), CALL_LIMIT, "cannot block " + entry);
      if (!reply.succeeded()) {
        throw new SaleException("cannot block " + entry + ": " + reply.problem());
      }
    }
    waitUntil(clock.instant().plus(BAN_TAKES));
  }

  private static JsonObject entry(String kind, String value) {
    return new JsonObject().put("kind", kind).put("value", value).put("reason", "rehearsal");
  }

  /** Waits until nobody can register any more. */
  void close() {
    waitUntil(schedule.until());
  }

  private void waitUntil(Instant time) {
    Duration left = Duration.between(clock.instant(), time);
    if (!left.isNegative()) {
      Waiting.pause(left);
    }
  }
}
