package seckill.standalone.rehearsal.gate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import seckill.standalone.rehearsal.ItemBooks;

/** The laws that the gate must obey, each checked on its own. */
final class GateLaws {
  private final List<String> breaches = new ArrayList<>();

  /** What is broken, each in one sentence. */
  List<String> breaches() {
    return breaches;
  }

  /** Only who registered, was admitted and passed a challenge holds a unit. */
  void onlyTheHonestHold(List<ItemBooks> books, List<BuyerBook> buyers) {
    Set<String> allowed = new HashSet<>();
    buyers.stream().filter(BuyerBook::mayHold).forEach(buyer -> allowed.add(buyer.userId()));
    for (ItemBooks item : books) {
      Set<String> others = new HashSet<>(item.users());
      item.orders().forEach(order -> others.add(order.userId()));
      others.removeAll(allowed);
      if (!others.isEmpty()) {
        breaches.add(
            "item "
                + item.itemId()
                + ": "
                + others.size()
                + " hold a unit whom the gate had not let in, "
                + others.iterator().next()
                + " among them");
      }
    }
  }

  /** Nobody honest is turned away as somebody unwanted. */
  void nobodyHonestIsForbidden(List<BuyerBook> buyers) {
    long turnedAway = buyers.stream().filter(buyer -> buyer.forbidden() > 0).count();
    if (turnedAway > 0) {
      breaches.add(turnedAway + " honest buyers were answered FORBIDDEN");
    }
  }

  /** The honest get a unit, or hear that it is sold out. */
  void everybodyGetsAFinalAnswer(Map<String, Long> outcomes) {
    outcomes.forEach(
        (outcome, count) -> {
          switch (outcome) {
            case "ACCEPTED", "SOLD_OUT" -> {}
            case GateLoad.GAVE_UP ->
                breaches.add(count + " honest buyers got no final answer in time");
            case "PLACE_EXPIRED", "NOT_ADMITTED" ->
                breaches.add(count + " honest buyers lost their place: " + outcome);
            default -> breaches.add(count + " honest buyers ended with " + outcome);
          }
        });
  }

  /** Scripts hear nothing that they must not hear. */
  void scriptsGetNothing(BotTally bots) {
    bots.counts()
        .forEach(
            (kind, counts) ->
                counts.forEach(
                    (label, count) -> {
                      if (kind.mustNotHear(label)) {
                        breaches.add(
                            count + " calls of " + BotTally.name(kind) + " scripts: " + label);
                      }
                    }));
  }

  /** No answer is accepted that comes sooner than a human's. */
  void nobodyIsFasterThanAHuman(List<Bots.Bot> bots) {
    for (Bots.Bot bot : bots) {
      if (bot.visitor() instanceof HastySolver solver && solver.hasPassedTooSoon()) {
        breaches.add(bot.guise().userId() + " passed a challenge faster than a human can");
      }
    }
  }

  /**
   * A limit holds whatever a script writes into its requests.
   *
   * @param mostPerScript answers other than RATE_LIMITED that one script may have got
   */
  void limitHolds(BotTally bots, BotKind.Limit limit, double mostPerScript) {
    for (BotKind kind : BotKind.values()) {
      long most = (long) (mostPerScript * bots.size(kind));
      if (kind.limit() == limit && bots.notLimited(kind) > most) {
        breaches.add(
            bots.notLimited(kind)
                + " calls of "
                + BotTally.name(kind)
                + " scripts got by the limit that lets "
                + most
                + " pass");
      }
    }
  }

  /** Every layer was there. */
  void everyLayerStands(GateFunnel funnel) {
    if (!funnel.missing().isEmpty()) {
      breaches.add("nobody came to these layers: " + String.join(", ", funnel.missing()));
    }
  }
}
