package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import seckill.gateway.control.GateControl;
import seckill.gateway.risk.RiskLayer;

/**
 * {@code /admin/gate} and {@code /admin/risk}: what operators see of the gate, and change in it.
 */
final class GateAdminHandlers {
  private static final int OK = 200;

  private final GateControl control;
  private final RiskLayer risk;

  GateAdminHandlers(GateControl control, RiskLayer risk) {
    this.control = control;
    this.risk = risk;
  }

  /** {@code GET /admin/gate}. */
  void show(RoutingContext ctx) {
    answer(ctx, control.show());
  }

  /** {@code PUT /admin/gate/{layer}}. */
  void change(RoutingContext ctx) {
    change(ctx, JsonBodyHandler.of(ctx));
  }

  /** {@code DELETE /admin/gate/{layer}}. */
  void reset(RoutingContext ctx) {
    change(ctx, null);
  }

  /** {@code GET /admin/risk}: the rules in force, and what they found. */
  void risk(RoutingContext ctx) {
    JsonObject found = risk.found().put("settings", control.inForce(risk.section()));
    Answers.json(ctx.response(), OK, Answers.PRIVATE, found);
  }

  private void change(RoutingContext ctx, JsonObject settings) {
    String actor = GateHandler.callerOf(ctx).userId();
    answer(ctx, control.change(ctx.pathParam("layer"), settings, actor));
  }

  private static void answer(RoutingContext ctx, Future<JsonObject> reply) {
    reply
        .onSuccess(json -> Answers.json(ctx.response(), OK, Answers.PRIVATE, json))
        .onFailure(ctx::fail);
  }
}
