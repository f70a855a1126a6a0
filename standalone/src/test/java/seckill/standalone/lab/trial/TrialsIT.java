package seckill.standalone.lab.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import seckill.standalone.lab.redis.LabRedis;
import seckill.standalone.lab.redis.Line;
import seckill.standalone.lab.redis.Step;
import seckill.standalone.lab.version.Answer.Verdict;
import seckill.standalone.lab.version.LabKeys;
import seckill.standalone.lab.version.Press;
import seckill.standalone.lab.version.VersionKind;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestRedis;

@ExtendWith(RedisExtension.class)
class TrialsIT {
  private static final int UNITS = 60;
  private static final int USERS = 200;
  private static final int PRESSES = 500;
  private static final int CLIENTS = 32;
  private static final long SEED = 11;

  private TestRedis server;
  private LabRedis redis;

  @BeforeEach
  void open(TestRedis shared) {
    server = shared;
    redis = new LabRedis(shared.url());
  }

  @AfterEach
  void close() {
    redis.close();
  }

  private static List<Press> crowd() {
    return Press.crowd(PRESSES, USERS, SEED);
  }

  private Sale sell(VersionKind kind, int clients, int units, List<Press> presses) {
    List<Line> lines = redis.lines(clients);
    return redis.await("a sale", () -> Race.run(redis, kind.make(), lines, units, presses));
  }

  @Test
  @DisplayName("V1 oversells: two buyers read 1, both decrement, both hear yes, the stock is -1")
  void readTestDecrementOversells() {
    Duel duel = Duel.fight(redis, VersionKind.V1);

    assertThat(duel.steps())
        .containsExactly(
            new Step("A", "GET stock", "1"),
            new Step("B", "GET stock", "1"),
            new Step("A", "DECR stock", "0"),
            new Step("B", "DECR stock", "-1"));
    assertThat(duel.tally().sold()).isEqualTo(2);
    assertThat(duel.left().stock()).isEqualTo(-1);
    assertThat(server.get(LabKeys.STOCK)).isEqualTo("-1");
  }

  @ParameterizedTest
  @DisplayName("the same turns make no other version sell the one unit twice")
  @EnumSource(mode = Mode.EXCLUDE, names = "V1")
  void othersSellOnce(VersionKind kind) {
    Duel duel = Duel.fight(redis, kind);

    assertThat(duel.tally().sold()).isEqualTo(1);
    assertThat(duel.tally().soldOut()).isEqualTo(1);
    assertThat(duel.left().stock()).isZero();
    assertThat(duel.tally().retries()).isEqualTo(kind == VersionKind.V2 ? 1 : 0);
    assertThat(duel.tally().belowZero()).isEqualTo(kind == VersionKind.V4 ? 1 : 0);
  }

  @Test
  @DisplayName(
      "V1 sells at least what is there, and whatever it sells more is missing in the stock")
  void readTestDecrementRaces() {
    Sale sale = sell(VersionKind.V1, CLIENTS, UNITS, crowd());

    assertThat(sale.sold()).isGreaterThanOrEqualTo(UNITS);
    assertThat(sale.oversold()).isEqualTo(sale.sold() - UNITS).isEqualTo(-sale.left().stock());
  }

  @ParameterizedTest
  @DisplayName("V2 to V6 sell exactly the stock to a crowd, V5 and V6 with one message each")
  @EnumSource(mode = Mode.EXCLUDE, names = "V1")
  void sellExactlyTheStock(VersionKind kind) {
    Sale sale = sell(kind, CLIENTS, UNITS, crowd());

    assertThat(sale.tally().answers()).isEqualTo(PRESSES);
    assertThat(sale.sold()).isEqualTo(UNITS);
    assertThat(sale.left().stock()).isZero();
    assertThat(sale.left().messages()).isEqualTo(kind.knowsUsers() ? UNITS : 0);
  }

  @Test
  @DisplayName("V2 never retries for one client, and does for many")
  void retriesAreCounted() {
    List<Growth> growth = Growth.measure(redis, redis.lines(CLIENTS), UNITS, progress -> {});

    assertThat(growth).extracting(Growth::clients).containsExactly(1, 2, 4, 8, 16, 32);
    assertThat(growth).allMatch(step -> step.sale().sold() == UNITS);
    assertThat(growth.get(0).sale().tally().retries()).isZero();
    assertThat(growth.get(growth.size() - 1).retriesPerUnit()).isPositive();
  }

  @ParameterizedTest
  @DisplayName(
      "V5 and V6 sell each user one unit and tell the others presses that they are duplicates")
  @EnumSource(names = {"V5", "V6"})
  void usersBuyOnce(VersionKind kind) {
    // Units for everybody: every user buys, and every further press is a duplicate.
    Sale sale = sell(kind, CLIENTS, USERS + 1, crowd());
    Set<String> users = new HashSet<>();
    List<String> buyers = new ArrayList<>();
    server.command("SMEMBERS", LabKeys.ITEM.users()).forEach(user -> users.add(user.toString()));
    server
        .command("XRANGE", LabKeys.ITEM.orders(), "-", "+")
        .forEach(entry -> buyers.add(entry.get(1).get(5).toString()));

    assertThat(sale.sold()).isEqualTo(USERS);
    assertThat(sale.tally().duplicates()).isEqualTo(PRESSES - USERS);
    assertThat(sale.left().stock()).isEqualTo(1);
    assertThat(users).hasSize(USERS);
    assertThat(buyers).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(users);
  }

  @Test
  @DisplayName("V6 sends many presses in a command, V5 one in each")
  void batchesAreFewCommands() {
    long single = sell(VersionKind.V5, CLIENTS, UNITS, crowd()).sent().get("EVALSHA");
    long batched = sell(VersionKind.V6, CLIENTS, UNITS, crowd()).sent().get("EVALSHA");

    assertThat(single).isEqualTo(PRESSES);
    assertThat(batched).isLessThan(PRESSES / 4);
  }

  @Test
  @DisplayName("V4 loses a unit for ever when the connection is cut before the give-back")
  void cutConnectionLosesUnit() {
    LostUnit unit = LostUnit.lose(redis);

    assertThat(unit.steps())
        .containsExactly(
            new Step("A", "DECR stock", "0"),
            new Step("B", "DECR stock", "-1"),
            new Step("B", "INCR stock", Step.LOST),
            new Step("A", "INCR stock", "0"),
            new Step("C", "DECR stock", "-1"),
            new Step("C", "INCR stock", "0"));
    assertThat(unit.afterCut()).isEqualTo(-1);
    assertThat(unit.last()).isEqualTo(Verdict.SOLD_OUT);
    assertThat(unit.lost()).isEqualTo(1);
    assertThat(server.get(LabKeys.STOCK)).isEqualTo("0");
  }

  @Test
  @DisplayName("the watcher of V4 sees as many moments below zero as there are refusals")
  void watcherSeesEveryMoment() {
    Watched watched = Watched.sell(redis, redis.lines(CLIENTS), UNITS, crowd());

    assertThat(watched.seen().moments())
        .isEqualTo(PRESSES - UNITS)
        .isEqualTo(watched.sale().tally().belowZero());
    assertThat(watched.seen().lowest()).isBetween((long) -CLIENTS, -1L);
    assertThat(watched.seen().stretches()).isPositive();
    assertThat(watched.seen().last()).isZero();
    assertThat(watched.shareBelowZero()).isBetween(0.0, 1.0);
  }

  @Test
  @DisplayName(
      "a fixed window lets twice its limit through at the edge, the sliding one never more than once")
  void fixedWindowLetsDoubleBurstThrough() {
    EdgeBurst edge = EdgeBurst.press(redis);

    assertThat(edge.bursts())
        .containsExactly(
            new EdgeBurst.Burst(-100, 20, 10, 10),
            new EdgeBurst.Burst(100, 20, 10, 0),
            new EdgeBurst.Burst(59_900, 20, 0, 10));
    assertThat(edge.fixedAtEdge()).isEqualTo(2 * EdgeBurst.LIMIT);
    assertThat(edge.slidingAtEdge()).isEqualTo(EdgeBurst.LIMIT);
  }

  @ParameterizedTest
  @DisplayName(
      "what the clients count as sent is what Redis has carried out, scripts and dropped transactions aside")
  @EnumSource
  void commandsAreCountedTruly(VersionKind kind) {
    Sale sale = sell(kind, CLIENTS, UNITS, crowd());
    Map<String, Long> sent = new TreeMap<>(sale.sent());
    Map<String, Long> done = new TreeMap<>(sale.done());

    switch (kind) {
      case V1, V4 -> assertThat(done).isEqualTo(sent);
      case V2 -> {
        // Dropped transactions: each attempt sends a decrement, those that come through do one.
        assertThat(sent.get("DECR")).isEqualTo(UNITS + sale.tally().retries());
        assertThat(done.remove("DECR")).isEqualTo(UNITS);
        sent.remove("DECR");
        assertThat(done).isEqualTo(sent);
      }
      case V3 -> {
        assertThat(sent).isEqualTo(Map.of("EVALSHA", (long) PRESSES));
        assertThat(done)
            .isEqualTo(
                Map.of("EVALSHA", (long) PRESSES, "GET", (long) PRESSES, "DECR", (long) UNITS));
      }
      default -> {
        assertThat(sent).containsOnlyKeys("EVALSHA");
        assertThat(done).containsEntry("EVALSHA", sent.get("EVALSHA"));
        assertThat(done).containsEntry("XADD", (long) UNITS);
      }
    }
    boolean scripted = kind != VersionKind.V1 && kind != VersionKind.V2 && kind != VersionKind.V4;
    assertThat(sale.insidePerUnit() > 0).isEqualTo(scripted);
  }

  @Test
  @DisplayName(
      "every version comes first once while the rounds last, after a sale that does not count")
  void roundsTakeTurns() {
    List<String> told = new ArrayList<>();
    List<VersionKind> kinds = List.of(VersionKind.V1, VersionKind.V3);

    List<Measured> measured =
        new Comparison(redis, redis.lines(2), 2, Press.crowd(4, 4, SEED), told::add).run(kinds, 2);

    assertThat(told)
        .containsExactly(
            "warming V1",
            "warming V3",
            "round 1 of 2: V1",
            "round 1 of 2: V3",
            "round 2 of 2: V3",
            "round 2 of 2: V1");
    assertThat(measured).extracting(Measured::kind).isEqualTo(kinds);
    assertThat(measured).allMatch(version -> version.sales().size() == 2);
  }
}
