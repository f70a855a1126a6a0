package seckill.gateway.gate;

import seckill.contract.Outcome;

/** Ends purchases of items that are paused, or of which it is not known that they are not. */
public final class SwitchLayer implements GateLayer {
  private static final Verdict PAUSED = Verdict.refuse(Outcome.PAUSED);

  private final SwitchView view;

  public SwitchLayer(SwitchView view) {
    this.view = view;
  }

  @Override
  public String name() {
    return "switch";
  }

  @Override
  public Verdict check(Visit visit) {
    return view.isPaused(visit.itemId()) ? PAUSED : Verdict.PASS;
  }
}
