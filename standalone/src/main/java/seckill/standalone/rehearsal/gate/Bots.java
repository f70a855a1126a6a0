package seckill.standalone.rehearsal.gate;

import io.vertx.core.http.HttpMethod;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import seckill.standalone.client.TokenMint;
import seckill.standalone.rehearsal.gate.Buyer.Stage;

/** Makes the scripts of a rehearsal: every kind in turn, each for one item. */
final class Bots {
  private static final long FAST_MILLIS = 20;
  private static final long BELOW_ADDRESS_LIMIT_MILLIS = 80;
  private static final int ACCOUNTS_OF_FARM = 60;
  private static final int ADDRESSES_OF_GUN = 5;
  private static final int PRESSES = 3;
  private static final Duration LONG_OVER = Duration.ofHours(-1);
  private static final Duration LIFETIME = Duration.ofHours(6);
  private static final String OTHER_SECRET = "a secret that only the forger knows, not the gateway";

  private final long seed;
  private final TokenMint mint;
  private final TokenMint forger;
  private final UnaryOperator<String> answers;
  private final Loot loot;
  private final Clock clock;
  private final Origins origins = new Origins();

  /**
   * One script.
   *
   * @param guise what it registers with, and what is blocked of it
   */
  record Bot(BotKind kind, Guise guise, ItemCalls item, Visitor visitor) {}

  Bots(long seed, TokenMint mint, UnaryOperator<String> answers, Loot loot, Clock clock) {
    this.seed = seed;
    this.mint = mint;
    this.forger = new TokenMint(OTHER_SECRET, clock);
    this.answers = answers;
    this.loot = loot;
    this.clock = clock;
  }

  /** So many scripts, dealt to kinds and items in turn. */
  List<Bot> make(int count, List<ItemCalls> items) {
    BotKind[] kinds = BotKind.values();
    List<Bot> bots = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      bots.add(make(kinds[i % kinds.length], i, items.get(i / kinds.length % items.size())));
    }
    return bots;
  }

  private Bot make(BotKind kind, int number, ItemCalls item) {
    Random random = new Random(seed * 31 + number);
    String userId = "script-" + seed + "-" + number;
    String address =
        kind == BotKind.BANNED_NETWORK ? Origins.inBannedNetwork(random) : origins.ofScript();
    Guise guise =
        new Guise(userId, mint.buyer(userId, LIFETIME), address, "script-device-" + number);
    return new Bot(kind, guise, item, visitor(kind, guise, item, random));
  }

  private Visitor visitor(BotKind kind, Guise guise, ItemCalls item, Random random) {
    return switch (kind) {
      case NO_PASS, BANNED_ADDRESS, BANNED_NETWORK, BANNED_USER ->
          new Presser(() -> guise.dress(item.buy(null, null)), FAST_MILLIS * 4);
      case INVENTED_PASS ->
          new Presser(
              () -> guise.dress(item.buy(Loot.invented(random), null)), BELOW_ADDRESS_LIMIT_MILLIS);
      case STOLEN_PASS ->
          new Presser(
              () -> guise.dress(item.buy(loot.any(random), null)), BELOW_ADDRESS_LIMIT_MILLIS);
      case MACHINE_GUN -> gun(guise, item, random);
      case FARM -> farm(guise, item, random);
      case HASTY_ANSWER -> new HastySolver(guise, item, answers, clock);
      case EXPIRED_TOKEN -> withToken(guise, item, mint.buyer(guise.userId(), LONG_OVER));
      case FORGED_TOKEN -> withToken(guise, item, forged(guise, random));
      case FORGED_FORWARDED_FOR, FORGED_OTHER_HEADER ->
          new Presser(() -> forged(kind, guise, item, random), FAST_MILLIS);
      case ODD_PATH -> new Presser(() -> odd(guise, item, random), FAST_MILLIS);
      case UNREGISTERED ->
          new LateRegistrant(guise.dress(item.register()), person(guise, item, random, Set.of()));
      case NOT_QUEUED -> person(guise, item, random, EnumSet.of(Stage.JOIN, Stage.LOOK));
      case UNCHALLENGED -> person(guise, item, random, EnumSet.of(Stage.ASK, Stage.ANSWER));
    };
  }

  private Visitor person(Guise guise, ItemCalls item, Random random, Set<Stage> skipped) {
    return new Buyer(guise, item, PRESSES, answers, clock, random, new Unlisted(), skipped);
  }

  private Visitor gun(Guise guise, ItemCalls item, Random random) {
    List<Guise> sides = new ArrayList<>();
    for (int i = 0; i < ADDRESSES_OF_GUN; i++) {
      sides.add(new Guise(guise.userId(), guise.token(), origins.ofScript(), guise.deviceId()));
    }
    return new Presser(
        () -> sides.get(random.nextInt(sides.size())).dress(item.buy(Loot.invented(random), null)),
        FAST_MILLIS);
  }

  private Visitor farm(Guise guise, ItemCalls item, Random random) {
    List<Guise> accounts = new ArrayList<>();
    for (int i = 0; i < ACCOUNTS_OF_FARM; i++) {
      String userId = guise.userId() + "-" + i;
      accounts.add(
          new Guise(userId, mint.buyer(userId, LIFETIME), guise.forwarded(), guise.deviceId()));
    }
    return new Presser(
        () ->
            accounts
                .get(random.nextInt(accounts.size()))
                .dress(item.buy(Loot.invented(random), null)),
        FAST_MILLIS * 2);
  }

  private static Visitor withToken(Guise guise, ItemCalls item, String token) {
    Guise disguised = guise.withToken(token);
    return new Presser(() -> disguised.dress(item.buy(null, null)), BELOW_ADDRESS_LIMIT_MILLIS);
  }

  private String forged(Guise guise, Random random) {
    String right = guise.token();
    String unsigned = right.substring(0, right.lastIndexOf('.') + 1);
    return switch (random.nextInt(3)) {
      case 0 -> forger.buyer(guise.userId(), LIFETIME);
      case 1 -> unsigned;
      default -> "eyJhbGciOiJub25lIn0" + unsigned.substring(unsigned.indexOf('.'));
    };
  }

  private static Call forged(BotKind kind, Guise guise, ItemCalls item, Random random) {
    Call call = guise.dress(item.buy(Loot.invented(random), null));
    String address = Origins.invented(random);
    if (kind == BotKind.FORGED_FORWARDED_FOR) {
      return call.with(Guise.FORWARDED_FOR, address + ", " + guise.forwarded());
    }
    return switch (random.nextInt(4)) {
      case 0 -> call.with("Forwarded", "for=" + address);
      case 1 -> call.with("X-Real-IP", address);
      case 2 -> call.with("True-Client-IP", address);
      default -> call.with("X-Client-IP", address).with("Client-IP", address);
    };
  }

  private static Call odd(Guise guise, ItemCalls item, Random random) {
    String id = item.itemId();
    List<String> spellings =
        List.of(
            "//api/items/" + id + "/purchases",
            "/api//items/" + id + "/purchases",
            "/api/./items/" + id + "/purchases",
            "/api/x/../items/" + id + "/purchases",
            "/api/%2e%2e/api/items/" + id + "/purchases",
            "/API/items/" + id + "/purchases",
            "/api/items/" + id + "/purchases/",
            "/api/items/" + id + "/purchases;a=b",
            "/api/items/%3" + id.charAt(0) + id.substring(1) + "/purchases",
            "/api/items/" + id + "/purchases?user=admin",
            "/admin/../api/items/" + id + "/purchases");
    Call call =
        Call.of(HttpMethod.POST, spellings.get(random.nextInt(spellings.size())))
            .with(ItemCalls.PASS, Loot.invented(random))
            .with("X-HTTP-Method-Override", "PUT");
    return guise.withToken(null).dress(call);
  }
}
