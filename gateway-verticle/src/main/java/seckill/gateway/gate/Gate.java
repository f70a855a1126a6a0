package seckill.gateway.gate;

import io.vertx.core.Handler;
import java.util.List;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** Leads visits through layers in their order, and counts what each decides. */
public final class Gate {
  private final GateLayer[] layers;
  private final GateMeters.Layer[] meters;
  private final Refusals refusals;

  public Gate(List<GateLayer> layers, GateMeters meters, Refusals refusals) {
    this.layers = layers.toArray(GateLayer[]::new);
    this.meters =
        layers.stream().map(layer -> meters.of(layer.name())).toArray(GateMeters.Layer[]::new);
    this.refusals = refusals;
  }

  /**
   * Leads one visit through; a refused one is answered.
   *
   * @param passed gets the visit that has passed every layer
   */
  public void run(Visit visit, Handler<Visit> passed) {
    run(visit, 0, passed);
  }

  private void run(Visit visit, int first, Handler<Visit> passed) {
    for (int i = first; i < layers.length; i++) {
      Verdict verdict;
      try {
        verdict = layers[i].check(visit);
      } catch (RuntimeException e) {
        fail(visit, i, e);
        return;
      }
      if (verdict == Verdict.PASS) {
        meters[i].passed();
      } else if (verdict.decision() != null) {
        await(visit, i, verdict, passed);
        return;
      } else if (!goesOn(visit, i, verdict)) {
        return;
      }
    }
    passed.handle(visit);
  }

  private boolean goesOn(Visit visit, int layer, Verdict verdict) {
    meters[layer].count(verdict.label());
    if (verdict.outcome() == null) {
      return true;
    }
    refusals.refused(visit, verdict);
    return false;
  }

  private void await(Visit visit, int layer, Verdict verdict, Handler<Visit> passed) {
    // The body would be lost while nobody listens.
    visit.request().pause();
    verdict
        .decision()
        .onComplete(
            done -> {
              if (visit.request().response().closed()) {
                meters[layer].count("GONE");
                return;
              }
              visit.request().resume();
              if (done.failed()) {
                fail(visit, layer, done.cause());
              } else if (goesOn(visit, layer, done.result())) {
                run(visit, layer + 1, passed);
              }
            });
  }

  private void fail(Visit visit, int layer, Throwable cause) {
    Outcome outcome =
        cause instanceof SeckillException refusal ? refusal.outcome() : Outcome.INTERNAL;
    meters[layer].count(outcome.name());
    refusals.failed(visit, cause);
  }
}
