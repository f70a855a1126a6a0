package seckill.standalone.rehearsal.gate;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import seckill.standalone.client.TokenMint;
import seckill.standalone.rehearsal.Plan;
import seckill.standalone.rehearsal.Tally;
import seckill.standalone.rehearsal.Witness;

/** Everybody who comes to a rehearsal through the gate, made from the seed of its plan. */
final class Population {
  private static final Duration TOKEN_LIFETIME = Duration.ofHours(6);

  private final Plan plan;
  private final List<ItemCalls> items;
  private final TokenMint mint;
  private final UnaryOperator<String> answers;
  private final Clock clock;
  private final Tally tally;
  private final Witness witness;
  private final Loot loot = new Loot();
  private final List<Honest> honest = new ArrayList<>();
  private final List<Bots.Bot> bots;

  /** An honest buyer. */
  record Honest(Registrant registrant, Buyer buyer, BuyerBook book) {}

  Population(
      Plan plan,
      int scripts,
      List<ItemCalls> items,
      TokenMint mint,
      UnaryOperator<String> answers,
      Clock clock,
      Tally tally,
      Witness witness) {
    this.plan = plan;
    this.items = items;
    this.mint = mint;
    this.answers = answers;
    this.clock = clock;
    this.tally = tally;
    this.witness = witness;
    for (int user = 0; user < plan.users(); user++) {
      honest.add(honest(user));
    }
    this.bots = new Bots(plan.seed(), mint, answers, loot, clock).make(scripts, items);
  }

  private Honest honest(int user) {
    String userId = "rehearsal-" + plan.seed() + "-" + user;
    Guise guise =
        new Guise(
            userId,
            mint.buyer(userId, TOKEN_LIFETIME),
            Origins.ofBuyer(user),
            "device-" + plan.seed() + "-" + user);
    ItemCalls item = items.get(plan.itemOf(user));
    Random random = new Random(plan.seed() ^ (long) user << 20);
    Registrant registrant = new Registrant(guise, item, random);
    BuyerBook book = new BuyerBook(user, userId, registrant, tally, witness, loot);
    Buyer buyer =
        new Buyer(
            guise, item, plan.tries(), answers, clock, random, book, Buyer.leavingOutNothing());
    return new Honest(registrant, buyer, book);
  }

  List<Honest> honest() {
    return honest;
  }

  List<BuyerBook> books() {
    return honest.stream().map(Honest::book).toList();
  }

  List<Bots.Bot> bots() {
    return bots;
  }
}
