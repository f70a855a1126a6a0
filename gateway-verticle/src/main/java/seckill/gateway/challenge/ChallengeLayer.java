package seckill.gateway.challenge;

import io.vertx.core.json.JsonObject;
import seckill.contract.ItemGate.ChallengeMode;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt.Challenge;
import seckill.gateway.gate.Configurable;
import seckill.gateway.gate.GateLayer;
import seckill.gateway.gate.Verdict;
import seckill.gateway.gate.Visit;

/**
 * Decides whether a purchase needs the pass of a solved challenge, and ends it here if none is
 * shown. Whether a pass that is shown counts is decided where it is used up: in the till.
 */
public final class ChallengeLayer implements GateLayer, Configurable {
  private static final Verdict CHALLENGED = Verdict.pass("CHALLENGED");
  private static final Verdict REQUIRED = Verdict.refuse(Outcome.CHALLENGE_REQUIRED);
  private static final Verdict INVALID = Verdict.refuse(Outcome.CHALLENGE_INVALID);

  private final ChallengeRegime regime;

  ChallengeLayer(ChallengeRegime regime) {
    this.regime = regime;
  }

  @Override
  public String name() {
    return "challenge";
  }

  @Override
  public String section() {
    return ChallengeSettings.SECTION;
  }

  @Override
  public void configure(JsonObject section) {
    regime.configure(ChallengeSettings.of(section));
  }

  @Override
  public Verdict check(Visit visit) {
    ChallengeSettings settings = regime.settings();
    // Counted whatever the item's mode, so that the rate is known when it begins to matter.
    boolean rush =
        settings.abovePerSecond() > 0
            && regime.rates().count(visit.itemId()) > settings.abovePerSecond();
    ChallengeMode mode = regime.modes().of(visit.itemId());
    if (mode == ChallengeMode.NEVER || mode == ChallengeMode.AUTO && !settings.enabled()) {
      visit.waiveChallenge();
      return Verdict.PASS;
    }
    if (mode == ChallengeMode.ALWAYS || rush || visit.challengeRequired()) {
      return demand(visit);
    }
    return Verdict.PASS;
  }

  private static Verdict demand(Visit visit) {
    visit.requireChallenge();
    String pass = visit.pass();
    if (pass == null || pass.isEmpty()) {
      return REQUIRED;
    }
    return Challenge.isPass(pass) ? CHALLENGED : INVALID;
  }
}
