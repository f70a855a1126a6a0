package seckill.standalone.lab.report;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import seckill.standalone.lab.redis.CommandStats;
import seckill.standalone.lab.redis.Step;
import seckill.standalone.lab.trial.Duel;
import seckill.standalone.lab.trial.EdgeBurst;
import seckill.standalone.lab.trial.Growth;
import seckill.standalone.lab.trial.LostUnit;
import seckill.standalone.lab.trial.Measured;
import seckill.standalone.lab.trial.Plan;
import seckill.standalone.lab.trial.Sale;
import seckill.standalone.lab.trial.Spread;
import seckill.standalone.lab.trial.Watched;

/** What was found, for machines. */
public final class FindingsJson {
  private FindingsJson() {}

  /** All of it; parts that did not take place are left out. */
  public static JsonObject of(Findings findings) {
    JsonObject json =
        new JsonObject()
            .put("machine", findings.machine())
            .put("plan", plan(findings.plan()))
            .put("duels", array(findings.duels(), FindingsJson::duel))
            .put("versions", array(findings.measured(), FindingsJson::measured));
    if (!findings.growth().isEmpty()) {
      json.put("retries", array(findings.growth(), FindingsJson::growth));
    }
    if (findings.watched() != null) {
      json.put("watched", watched(findings.watched()));
    }
    if (findings.lostUnit() != null) {
      json.put("lostUnit", lostUnit(findings.lostUnit()));
    }
    if (findings.edge() != null) {
      json.put("edge", edge(findings.edge()));
    }
    return json.put("broken", new JsonArray(LabLaws.broken(findings)));
  }

  private static <T> JsonArray array(Collection<T> values, Function<T, JsonObject> json) {
    return new JsonArray(values.stream().map(json).toList());
  }

  private static JsonObject plan(Plan plan) {
    return new JsonObject()
        .put("stock", plan.stock())
        .put("clients", plan.clients())
        .put("requests", plan.requests())
        .put("users", plan.users())
        .put("rounds", plan.rounds())
        .put("seed", plan.seed());
  }

  private static JsonArray steps(List<Step> steps) {
    return array(
        steps,
        step ->
            new JsonObject()
                .put("who", step.who())
                .put("command", step.command())
                .put("reply", step.reply()));
  }

  private static JsonObject duel(Duel duel) {
    return new JsonObject()
        .put("version", duel.kind().name())
        .put("sold", duel.tally().sold())
        .put("stockLeft", duel.left().stock())
        .put("retries", duel.tally().retries())
        .put("belowZero", duel.tally().belowZero())
        .put("steps", steps(duel.steps()));
  }

  private static JsonObject measured(Measured measured) {
    JsonObject json =
        new JsonObject()
            .put("version", measured.kind().name())
            .put("name", Words.ENGLISH.of(measured.kind().name()));
    put(json, "totalMillis", measured, Sale::millis);
    put(json, "requestsPerSecond", measured, Sale::perSecond);
    put(json, "sold", measured, Sale::sold);
    put(json, "oversold", measured, Sale::oversold);
    put(json, "stockLeft", measured, sale -> sale.left().stock());
    put(json, "streamMessages", measured, sale -> sale.left().messages());
    put(json, "commandsSentPerUnit", measured, Sale::sentPerUnit);
    put(json, "commandsInLuaPerUnit", measured, Sale::insidePerUnit);
    put(json, "retries", measured, sale -> sale.tally().retries());
    put(json, "belowZero", measured, sale -> sale.tally().belowZero());
    put(json, "duplicates", measured, sale -> sale.tally().duplicates());
    return json.put("rounds", array(measured.sales(), FindingsJson::sale));
  }

  private static void put(
      JsonObject json, String name, Measured measured, ToDoubleFunction<Sale> figure) {
    Spread spread = measured.spread(figure);
    json.put(
        name,
        new JsonObject()
            .put("median", spread.median())
            .put("min", spread.min())
            .put("max", spread.max()));
  }

  private static JsonObject sale(Sale sale) {
    return new JsonObject()
        .put("totalMillis", sale.millis())
        .put("sold", sale.sold())
        .put("oversold", sale.oversold())
        .put("stockLeft", sale.left().stock())
        .put("streamMessages", sale.left().messages())
        .put("retries", sale.tally().retries())
        .put("commandsSent", new JsonObject(new TreeMap<>(sale.sent())))
        .put("commandsInLua", CommandStats.inside(sale.done(), sale.sent()));
  }

  private static JsonObject growth(Growth growth) {
    return new JsonObject()
        .put("clients", growth.clients())
        .put("sold", growth.sale().sold())
        .put("retries", growth.sale().tally().retries())
        .put("retriesPerUnit", growth.retriesPerUnit())
        .put("commandsSentPerUnit", growth.sale().sentPerUnit());
  }

  private static JsonObject watched(Watched watched) {
    return new JsonObject()
        .put("momentsBelowZero", watched.seen().moments())
        .put("stretches", watched.seen().stretches())
        .put("lowestStock", watched.seen().lowest())
        .put("shareOfTime", watched.shareBelowZero());
  }

  private static JsonObject lostUnit(LostUnit unit) {
    return new JsonObject()
        .put("stockAfterCut", unit.afterCut())
        .put("stockLeft", unit.left().stock())
        .put("lost", unit.lost())
        .put("steps", steps(unit.steps()));
  }

  private static JsonObject edge(EdgeBurst edge) {
    return new JsonObject()
        .put("limit", EdgeBurst.LIMIT)
        .put("windowMillis", EdgeBurst.WINDOW_MILLIS)
        .put("fixedAtEdge", edge.fixedAtEdge())
        .put("slidingAtEdge", edge.slidingAtEdge())
        .put(
            "bursts",
            array(
                edge.bursts(),
                burst ->
                    new JsonObject()
                        .put("offsetMillis", burst.offsetMillis())
                        .put("presses", burst.presses())
                        .put("fixed", burst.fixed())
                        .put("sliding", burst.sliding())));
  }
}
