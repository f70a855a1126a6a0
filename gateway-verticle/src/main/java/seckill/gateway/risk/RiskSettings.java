package seckill.gateway.risk;

import io.vertx.core.json.JsonObject;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The rules and how they are applied; names, ranges and defaults are in {@code risk.schema.json}.
 *
 * @param enabled whether they are applied at all
 * @param common the rules for every item without its own
 * @param items the rules of items with their own
 * @param delayMillis how long a purchase waits by DELAY
 * @param maxDelayed purchases that may wait so
 * @param retryAfterSeconds what a refused purchase is told to wait
 * @param tracked accounts that each rule counts at a time
 * @param recent verdicts that are kept to be shown
 */
record RiskSettings(
    boolean enabled,
    Map<RiskRule, RuleSettings> common,
    Map<Long, Map<RiskRule, RuleSettings>> items,
    long delayMillis,
    int maxDelayed,
    int retryAfterSeconds,
    int tracked,
    int recent) {

  static RiskSettings of(JsonObject section) {
    Map<Long, Map<RiskRule, RuleSettings>> items = new HashMap<>();
    JsonObject own = section.getJsonObject("items");
    for (String itemId : own.fieldNames()) {
      items.put(Long.parseLong(itemId), rules(section, own.getJsonObject(itemId)));
    }
    return new RiskSettings(
        section.getBoolean("enabled"),
        rules(section, new JsonObject()),
        Map.copyOf(items),
        section.getLong("delayMillis"),
        section.getInteger("maxDelayed"),
        section.getInteger("retryAfterSeconds"),
        section.getInteger("tracked"),
        section.getInteger("recent"));
  }

  private static Map<RiskRule, RuleSettings> rules(JsonObject section, JsonObject own) {
    Map<RiskRule, RuleSettings> rules = new EnumMap<>(RiskRule.class);
    for (RiskRule rule : RiskRule.ALL) {
      JsonObject settings = section.getJsonObject(rule.setting()).copy();
      rules.put(
          rule,
          RuleSettings.of(settings.mergeIn(own.getJsonObject(rule.setting(), new JsonObject()))));
    }
    return rules;
  }

  /** The windows that fast answers are counted in; an answer does not say for which item it is. */
  long[] fastWindows() {
    return Stream.concat(Stream.of(common), items.values().stream())
        .map(rules -> rules.get(RiskRule.FAST_ANSWERS))
        .filter(RuleSettings::enabled)
        .mapToLong(RuleSettings::windowMillis)
        .distinct()
        .toArray();
  }

  /** The rules for purchases of an item. */
  Map<RiskRule, RuleSettings> rulesOf(long itemId) {
    return items.isEmpty() ? common : items.getOrDefault(itemId, common);
  }
}
