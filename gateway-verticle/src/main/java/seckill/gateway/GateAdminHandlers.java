package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import seckill.gateway.control.GateControl;

/** {@code /admin/gate}: what operators see of the gate, and change in it. */
final class GateAdminHandlers {
  private static final int OK = 200;

  private final GateControl control;

  GateAdminHandlers(GateControl control) {
    this.control = control;
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
