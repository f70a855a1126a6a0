package seckill.config;

import io.vertx.core.json.JsonObject;
import java.util.List;

/** Holds settings against each other that only work in a certain order of size. */
final class SettingRelations {
  /**
   * A rule for two settings.
   *
   * @param greater the path of the one that must be greater, or at least as great
   * @param lesser the path of the other
   * @param orEqual whether both may be the same
   * @param onlyWith the path of a text without which the rule does not matter, or {@code null}
   * @param why what would happen otherwise
   */
  private record Rule(String greater, String lesser, boolean orEqual, String onlyWith, String why) {
    Rule(String greater, String lesser, boolean orEqual, String why) {
      this(greater, lesser, orEqual, null, why);
    }
  }

  private static final List<Rule> RULES =
      List.of(
          new Rule(
              "consumer.claimIdleMillis",
              "mysql.queryTimeoutMillis",
              true,
              "orders that are being written would be taken over by other consumers"),
          new Rule(
              "outbox.leaseMillis",
              "mysql.queryTimeoutMillis",
              true,
              "tasks whose results are being written would be done again by other consumers"),
          new Rule(
              "mysql.queryTimeoutMillis",
              "consumer.returnTimeoutMillis",
              false,
              "a discard would end before it knows what became of the unit"),
          new Rule(
              "redis.storeLeaseMillis",
              "redis.storeLookMillis",
              false,
              "redis.backupUrl",
              "selling would stop between two looks"),
          new Rule(
              "recovery.leaseMillis",
              "recovery.pollMillis",
              false,
              "the lease would be lost between two looks"));

  private SettingRelations() {}

  /**
   * Checks all rules for settings that a service has.
   *
   * @throws ConfigException one line that names both settings
   */
  static void check(JsonObject document) {
    for (Rule rule : RULES) {
      Number greater = number(document, rule.greater());
      Number lesser = number(document, rule.lesser());
      if (matters(rule, document)
          && greater != null
          && lesser != null
          && !holds(rule, greater, lesser)) {
        throw new ConfigException(
            named(rule.greater())
                + (rule.orEqual() ? " must be at least " : " must be greater than ")
                + named(rule.lesser())
                + ": "
                + greater
                + " and "
                + lesser
                + "; otherwise "
                + rule.why());
      }
    }
  }

  private static boolean holds(Rule rule, Number greater, Number lesser) {
    int order = Long.compare(greater.longValue(), lesser.longValue());
    return rule.orEqual() ? order >= 0 : order > 0;
  }

  private static boolean matters(Rule rule, JsonObject document) {
    return rule.onlyWith() == null
        || value(document, rule.onlyWith()) instanceof String text && !text.isEmpty();
  }

  private static Number number(JsonObject document, String path) {
    return (Number) value(document, path);
  }

  private static Object value(JsonObject document, String path) {
    int dot = path.indexOf('.');
    JsonObject section = document.getJsonObject(path.substring(0, dot));
    return section == null ? null : section.getValue(path.substring(dot + 1));
  }

  private static String named(String path) {
    return path + " (" + SettingsSchema.variable(path) + ")";
  }
}
