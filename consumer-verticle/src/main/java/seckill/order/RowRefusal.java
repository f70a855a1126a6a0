package seckill.order;

import java.util.Map;
import seckill.runtime.MySqlLink;
import seckill.runtime.StoreFaults;

/** Says in our own words why MySQL refuses what a row contains. */
final class RowRefusal {
  private static final Map<Integer, String> WORDS =
      Map.of(
          1048, "a column that must have a value has none",
          1264, "a number is out of the range of its column",
          1265, "a value does not fit its column",
          1366, "a value does not fit its column",
          1406, "a value is too long for its column",
          1644, "a trigger refuses the row",
          3819, "a check refuses the row",
          4025, "a check refuses the row");

  private RowRefusal() {}

  /** The reason, and the code under which the log has MySQL's own words. */
  static String of(Throwable cause) {
    return WORDS.getOrDefault(MySqlLink.errorCode(cause), "MySQL refuses the row")
        + ": "
        + StoreFaults.words(cause);
  }
}
