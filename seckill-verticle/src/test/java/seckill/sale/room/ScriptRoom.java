package seckill.sale.room;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import seckill.config.SettingsLoader;
import seckill.contract.ItemKeys;
import seckill.contract.Outcome;
import seckill.contract.QueueAnswer;
import seckill.contract.QueueVisit;
import seckill.contract.RedisKeys;
import seckill.testkit.TestRedis;

/** A waiting room in a real Redis whose scripts run with a clock that the test sets. */
final class ScriptRoom {
  static final ItemKeys KEYS = RedisKeys.DEFAULT.of(1001);
  static final long START = 1_800_000_000_000L;
  static final long END = START + 3_600_000;
  private static final String CLOCK = "redis.call('TIME')";

  final TestRedis redis;
  RoomSettings settings;
  long now = START;
  private long epoch;

  ScriptRoom(TestRedis redis, long stock) {
    this.redis = redis;
    with();
    redis.command(
        "HSET",
        KEYS.item(),
        "status",
        "OPEN",
        "all_status",
        "OPEN",
        "start_at",
        "" + START,
        "end_at",
        "" + END,
        "expire_at",
        "" + (END + 7_200_000),
        "waiting_room",
        "1");
    stock(stock);
  }

  /** Sets settings of the room: name, value, name, value. */
  ScriptRoom with(Object... namesAndValues) {
    JsonObject section = new JsonObject();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      section.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    settings =
        RoomSettings.of(
            new SettingsLoader("seckill").load(new JsonObject().put("room", section), Map.of()));
    return this;
  }

  /** The epoch that the books know from now on. */
  void epoch(long known) {
    epoch = known;
  }

  void stock(long units) {
    redis.command("SET", KEYS.stock(), "" + units);
  }

  void field(String name, String value) {
    redis.command("HSET", KEYS.item(), name, value);
  }

  List<QueueAnswer> join(String... users) {
    return visit("join", Arrays.stream(users).map(user -> new QueueVisit(user, 0)).toList());
  }

  QueueAnswer joinClicked(String user, long clickedAt) {
    return visit("join", List.of(new QueueVisit(user, clickedAt))).get(0);
  }

  QueueAnswer look(String user) {
    return visit("look", List.of(new QueueVisit(user, 0))).get(0);
  }

  List<QueueAnswer> visit(String how, List<QueueVisit> visits) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of(
            how,
            "" + settings.graceMillis(),
            "" + settings.freshMillis(),
            "" + settings.opensBeforeMillis(),
            "" + settings.clickCreditMillis(),
            "" + settings.maxPlaces()));
    for (QueueVisit visit : visits) {
      arguments.add(visit.userId());
      arguments.add("" + visit.clickedAtMillis());
    }
    return VisitReply.read(run(RoomScript.VISIT, arguments), visits, new Forecast(settings));
  }

  /** One call of the release script. */
  Release release() {
    return Release.read(
        run(
            RoomScript.RELEASE,
            List.of(
                RedisKeys.ORDER_GROUP,
                "" + settings.maxPerSecond(),
                "" + settings.admitPercent(),
                "" + settings.backlogLimit(),
                "" + settings.admissionMillis(),
                "" + settings.freshMillis(),
                "" + settings.graceMillis(),
                "" + settings.admitBeforeMillis(),
                "" + settings.rememberMillis(),
                "" + settings.chunk())));
  }

  /** Lets time pass in many steps, with releases, and the users here still asking. */
  void pass(long millis, String... here) {
    long end = now + millis;
    long step = Math.max(200, millis / 100);
    while (now < end) {
      now = Math.min(end, now + step);
      for (String user : here) {
        look(user);
      }
      boolean more;
      do {
        more = release().more();
      } while (more);
    }
  }

  long leave(String user) {
    return run(RoomScript.LEAVE, List.of(user)).toLong();
  }

  private Response run(RoomScript script, List<String> arguments) {
    String source = script.lua().source();
    assertThat(source).containsOnlyOnce(CLOCK);
    String clock = "{'" + now / 1000 + "', '" + now % 1000 * 1000 + "'}";
    List<String> all = new ArrayList<>(List.of(source.replace(CLOCK, clock), "12"));
    all.addAll(RoomScript.keys(KEYS));
    all.add("" + epoch);
    all.addAll(arguments);
    return redis.command("EVAL", all.toArray(String[]::new));
  }

  Set<String> queue() {
    return members(KEYS.queue());
  }

  Set<String> admitted() {
    return members(KEYS.admitted());
  }

  Set<String> members(String key) {
    Set<String> members = new TreeSet<>();
    redis.command("ZRANGE", key, "0", "-1").forEach(member -> members.add(member.toString()));
    return members;
  }

  List<Long> sizes() {
    return List.of(
        redis.number("ZCARD", KEYS.queue()),
        redis.number("ZCARD", KEYS.away()),
        redis.number("ZCARD", KEYS.admitted()));
  }

  static String[] users(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "u" + i).toArray(String[]::new);
  }

  static long position(QueueAnswer answer) {
    assertThat(answer).isInstanceOf(QueueAnswer.Waiting.class);
    return ((QueueAnswer.Waiting) answer).position();
  }

  static Outcome refusal(QueueAnswer answer) {
    assertThat(answer).isInstanceOf(QueueAnswer.Refused.class);
    return ((QueueAnswer.Refused) answer).outcome();
  }

  static void assertAdmitted(QueueAnswer answer) {
    assertThat(answer).isInstanceOf(QueueAnswer.Admitted.class);
  }
}
