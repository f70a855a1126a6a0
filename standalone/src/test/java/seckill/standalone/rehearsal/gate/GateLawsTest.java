package seckill.standalone.rehearsal.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.standalone.client.Reply;
import seckill.standalone.rehearsal.Tally;
import seckill.standalone.rehearsal.Witness;

class GateLawsTest {
  private final GateLaws laws = new GateLaws();
  private final BotTally bots = new BotTally();

  private static BuyerBook book(boolean registered) {
    Registrant registrant =
        new Registrant(new Guise("u", "t", "a", "d"), new ItemCalls("1"), new Random(1));
    if (registered) {
      registrant.heard(new Reply(201, new JsonObject()));
    }
    return new BuyerBook(0, "u", registrant, new Tally(), new Witness(1), new Loot());
  }

  @Test
  @DisplayName("a buyer may hold only after registration, admission and challenge")
  void mayHold() {
    BuyerBook complete = book(true);
    complete.admitted();
    assertThat(complete.mayHold()).isFalse();
    complete.passed("p");
    assertThat(complete.mayHold()).isTrue();

    BuyerBook late = book(false);
    late.admitted();
    late.passed("p");
    assertThat(late.mayHold()).isFalse();
  }

  @Test
  @DisplayName("an honest buyer who is turned away as unwanted is a breach")
  void forbidden() {
    BuyerBook book = book(true);
    laws.nobodyHonestIsForbidden(List.of(book));
    assertThat(laws.breaches()).isEmpty();

    book.heard(new Reply(403, new JsonObject().put("code", "FORBIDDEN")));
    laws.nobodyHonestIsForbidden(List.of(book));
    assertThat(laws.breaches()).containsExactly("1 honest buyers were answered FORBIDDEN");
  }

  @Test
  @DisplayName("everything but a unit and a sold-out sale is a breach for the honest")
  void finalAnswers() {
    laws.everybodyGetsAFinalAnswer(Map.of("ACCEPTED", 3L, "SOLD_OUT", 9L));
    assertThat(laws.breaches()).isEmpty();

    laws.everybodyGetsAFinalAnswer(
        Map.of("PLACE_EXPIRED", 1L, GateLoad.GAVE_UP, 2L, "CHALLENGE_INVALID", 3L));
    assertThat(laws.breaches())
        .containsExactlyInAnyOrder(
            "1 honest buyers lost their place: PLACE_EXPIRED",
            "2 honest buyers got no final answer in time",
            "3 honest buyers ended with CHALLENGE_INVALID");
  }

  @ParameterizedTest(name = "{0} may hear {1}: {2}")
  @DisplayName("scripts must not get what they are after")
  @CsvSource({
    "NO_PASS,CHALLENGE_REQUIRED,true",
    "NO_PASS,BOUGHT,false",
    "STOLEN_PASS,CHALLENGE_INVALID,true",
    "BANNED_USER,FORBIDDEN,true",
    "BANNED_USER,RATE_LIMITED,true",
    "BANNED_USER,QUEUED,false",
    "BANNED_ADDRESS,CHALLENGE_REQUIRED,false",
    "BANNED_ADDRESS,NO_ANSWER,true",
    "EXPIRED_TOKEN,SOLD_OUT,true",
    "EXPIRED_TOKEN,CHALLENGE_REQUIRED,false",
    "HASTY_ANSWER,CHALLENGED,true",
    "UNREGISTERED,QUEUED,true",
    "UNREGISTERED,REGISTERED,false",
    "ODD_PATH,UNAUTHENTICATED,true",
    "ODD_PATH,DONE,false",
  })
  void scripts(BotKind kind, String label, boolean allowed) {
    bots.joins(kind);
    bots.heard(kind, label);
    laws.scriptsGetNothing(bots);

    assertThat(laws.breaches().isEmpty()).isEqualTo(allowed);
  }

  @Test
  @DisplayName(
      "an answer that is accepted before a human can give one is a breach, a late one is not")
  void tooFast() {
    Instant now = Instant.parse("2026-12-01T10:00:00Z");
    for (int millis : new int[] {-1, 1}) {
      ItemCalls item = new ItemCalls("1");
      Guise guise = new Guise("script-1", "t", "a", "d");
      HastySolver solver =
          new HastySolver(guise, item, question -> "2", Clock.fixed(now, ZoneOffset.UTC));
      solver.heard(
          new Reply(
              200,
              new JsonObject()
                  .put("challengeId", "c1")
                  .put("notBefore", now.plusMillis(millis).toString())));
      solver.heard(new Reply(200, new JsonObject().put("pass", "p1")));
      laws.nobodyIsFasterThanAHuman(
          List.of(new Bots.Bot(BotKind.HASTY_ANSWER, guise, item, solver)));
      assertThat(laws.breaches()).hasSize(millis > 0 ? 1 : 0);
    }
  }

  @Test
  @DisplayName("a script that gets by its limit is a breach; refusals do not count against it")
  void limits() {
    bots.joins(BotKind.FORGED_FORWARDED_FOR);
    for (int i = 0; i < 100; i++) {
      bots.heard(BotKind.FORGED_FORWARDED_FOR, "CHALLENGE_INVALID");
      bots.heard(BotKind.FORGED_FORWARDED_FOR, "RATE_LIMITED");
    }
    laws.limitHolds(bots, BotKind.Limit.ADDRESS, 100);
    assertThat(laws.breaches()).isEmpty();

    laws.limitHolds(bots, BotKind.Limit.ADDRESS, 99);
    assertThat(laws.breaches()).hasSize(1);
  }

  @Test
  @DisplayName("what is told before the window is reached does not count against it")
  void window() {
    bots.joins(BotKind.MACHINE_GUN);
    for (int i = 0; i < 100; i++) {
      bots.heard(BotKind.MACHINE_GUN, "SOLD_OUT");
    }
    bots.heard(BotKind.MACHINE_GUN, "NOT_ADMITTED");
    laws.limitHolds(bots, BotKind.Limit.WINDOW, 1);
    assertThat(laws.breaches()).isEmpty();
    laws.limitHolds(bots, BotKind.Limit.WINDOW, 0);
    assertThat(laws.breaches()).hasSize(1);
  }

  @Test
  @DisplayName("a layer that nobody came to is a breach")
  void missingLayer() {
    laws.everyLayerStands(GateFunnel.of(Map.of("address", Map.of("PASSED", 1L))));
    assertThat(laws.breaches().get(0)).contains("blacklist", "admission");
  }
}
