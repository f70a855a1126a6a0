package seckill.reconcile;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Optional;
import seckill.config.ConfigException;

/** The times that a Quartz cron expression names, in UTC. */
final class CronSchedule {
  private static final CronSchedule NEVER = new CronSchedule(null);

  private final ExecutionTime times;

  private CronSchedule(ExecutionTime times) {
    this.times = times;
  }

  /**
   * Reads an expression; an empty one names no time.
   *
   * @throws ConfigException if it is not a Quartz expression
   */
  static CronSchedule parse(String expression) {
    if (expression.isBlank()) {
      return NEVER;
    }
    try {
      CronParser parser =
          new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.QUARTZ));
      CronSchedule schedule =
          new CronSchedule(ExecutionTime.forCron(parser.parse(expression).validate()));
      if (schedule.after(Instant.EPOCH).isEmpty()) {
        throw new IllegalArgumentException("it names no time at all");
      }
      return schedule;
    } catch (IllegalArgumentException e) {
      throw new ConfigException(
          "reconcile.cron must be a Quartz cron expression like '0 0 3 * * ?', or empty: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse("it is not"));
    }
  }

  /** The first time after {@code instant}, if there is one. */
  Optional<Instant> after(Instant instant) {
    if (times == null) {
      return Optional.empty();
    }
    return times.nextExecution(instant.atZone(ZoneOffset.UTC)).map(ZonedDateTime::toInstant);
  }
}
