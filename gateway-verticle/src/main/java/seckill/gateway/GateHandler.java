package seckill.gateway;

import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import seckill.gateway.gate.Caller;
import seckill.gateway.gate.Gate;
import seckill.gateway.gate.Visit;

/** Leads the requests of a route through a gate. */
final class GateHandler implements Handler<RoutingContext> {
  private static final String KEY = "visit";

  private final Gate gate;

  GateHandler(Gate gate) {
    this.gate = gate;
  }

  /** Notes which visit a routed request belongs to. */
  static void attach(RoutingContext ctx, Visit visit) {
    ctx.put(KEY, visit);
  }

  /** The visit of a routed request. */
  static Visit visitOf(RoutingContext ctx) {
    return ctx.get(KEY);
  }

  /** The caller of a request that has passed a gate with a token layer. */
  static Caller callerOf(RoutingContext ctx) {
    return visitOf(ctx).caller();
  }

  @Override
  public void handle(RoutingContext ctx) {
    gate.run(visitOf(ctx), passed -> ctx.next());
  }
}
