package seckill.standalone.rehearsal.gate;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import seckill.standalone.rehearsal.Details;

/**
 * What the gate has done in a rehearsal.
 *
 * @param bots what the scripts heard
 * @param funnel who came to each layer, and who passed
 * @param restarts of services while it was counted
 */
record GateReport(BotTally bots, GateFunnel funnel, int restarts) {

  Details details() {
    boolean nobody = bots.counts().keySet().stream().allMatch(kind -> bots.size(kind) == 0);
    return new Details(
        lines(),
        toJson(),
        nobody ? List.of("that scripts are kept out: there were none") : List.of());
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("what the scripts heard:");
    lines.addAll(bots.lines());
    lines.add("");
    lines.add("the funnel of all requests from the end of registration to the last order;");
    lines.add("switch, risk, bucket, challenge, and from window on: of the purchases among them:");
    lines.addAll(funnel.lines());
    if (restarts > 0) {
      lines.add("(a service was started anew; what it counted just before is missing)");
    }
    lines.add("");
    return lines;
  }

  private JsonObject toJson() {
    JsonObject scripts = new JsonObject();
    bots.counts()
        .forEach(
            (kind, counts) ->
                scripts.put(
                    BotTally.name(kind),
                    new JsonObject()
                        .put("scripts", bots.size(kind))
                        .put("heard", new JsonObject(new LinkedHashMap<>(counts)))));
    return new JsonObject()
        .put("gate", "all")
        .put("scripts", scripts)
        .put("funnel", funnel.toJson())
        .put("restarts", restarts);
  }
}
