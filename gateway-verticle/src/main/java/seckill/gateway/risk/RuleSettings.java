package seckill.gateway.risk;

import io.vertx.core.json.JsonObject;

/**
 * How one rule is applied.
 *
 * @param enabled whether it is
 * @param threshold how many are nothing special
 * @param windowMillis within which they are counted
 * @param verdict for what is above the threshold
 */
record RuleSettings(boolean enabled, int threshold, long windowMillis, RiskVerdict verdict) {

  static RuleSettings of(JsonObject rule) {
    return new RuleSettings(
        rule.getBoolean("enabled"),
        rule.getInteger("threshold"),
        rule.getLong("windowMillis"),
        RiskVerdict.valueOf(rule.getString("verdict")));
  }
}
