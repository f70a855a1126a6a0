package seckill.order.notice;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;

/** Reads the header {@code Retry-After}: seconds, or a date. */
final class RetryAfter {
  private static final int MAX_DIGITS = 9;

  private RetryAfter() {}

  /** The milliseconds that it asks to wait; 0 if it is not there or says nothing sensible. */
  static long millis(String header, Clock clock) {
    if (header == null) {
      return 0;
    }
    String text = header.trim();
    if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return text.length() > MAX_DIGITS
          ? TimeUnit.DAYS.toMillis(1)
          : TimeUnit.SECONDS.toMillis(Long.parseLong(text));
    }
    try {
      Instant until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Math.max(0, Duration.between(clock.instant(), until).toMillis());
    } catch (DateTimeException | ArithmeticException e) {
      return 0;
    }
  }
}
