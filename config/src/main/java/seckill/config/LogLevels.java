package seckill.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The variables that set how much is logged. The logging itself takes a word that it does not know
 * for DEBUG, in silence.
 */
public final class LogLevels {
  /** How much the product logs. */
  public static final String VARIABLE = "SECKILL_LOG_LEVEL";

  /** How much the cluster's own libraries log. */
  public static final String CLUSTER_VARIABLE = "SECKILL_CLUSTER_LOG_LEVEL";

  private static final List<String> LEVELS =
      List.of("OFF", "ERROR", "WARN", "INFO", "DEBUG", "TRACE", "ALL");

  private LogLevels() {}

  /**
   * Checks what the environment says.
   *
   * @throws ConfigException one line that names the variable and the levels there are
   */
  public static void require(Map<String, String> environment) {
    for (String variable : List.of(VARIABLE, CLUSTER_VARIABLE)) {
      String level = environment.get(variable);
      if (level != null && !LEVELS.contains(level.toUpperCase(Locale.ROOT))) {
        throw new ConfigException(variable + " must be one of " + String.join(", ", LEVELS));
      }
    }
  }
}
