package seckill.gateway.risk;

/** What looks suspicious. */
enum RiskRule {
  /** Many accounts on one address. */
  SHARED_ADDRESS("sharedAddress", "accounts on one address"),
  /** Many accounts on one device id. */
  SHARED_DEVICE("sharedDevice", "accounts on one device"),
  /** Many answers faster than a human's. */
  FAST_ANSWERS("fastAnswers", "answers too fast for a human");

  static final RiskRule[] ALL = values();

  private final String setting;
  private final String what;

  RiskRule(String setting, String what) {
    this.setting = setting;
    this.what = what;
  }

  /** The name in the settings, in metrics and in the admin API. */
  String setting() {
    return setting;
  }

  /** What is counted, in words. */
  String what() {
    return what;
  }
}
