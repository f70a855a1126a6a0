package seckill.standalone.rehearsal.gate;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import seckill.standalone.process.Loopback;

/** The limits that the layers of a rehearsed gate are set to, and what follows from them. */
final class GateLimits {
  private static final int PER_ADDRESS_AND_SECOND = 20;
  private static final int PER_USER_AND_SECOND = 10;
  private static final int PURCHASES_PER_SECOND = 1000;
  private static final int ACCOUNTS_PER_ADDRESS = 20;
  private static final int ACCOUNTS_PER_DEVICE = 10;

  /** Settings of the services, as environment variables. */
  Map<String, String> settings(Path quizFile) {
    Map<String, String> settings = new HashMap<>();
    // The crowd stands behind a proxy, which is this process.
    settings.putAll(Loopback.TRUSTED);
    settings.put("SECKILL_ADDRESS_LIMIT_PER_SECOND", Integer.toString(PER_ADDRESS_AND_SECOND));
    settings.put("SECKILL_ADDRESS_LIMIT_WINDOW_MILLIS", "1000");
    settings.put("SECKILL_CHALLENGE_KIND", "QUIZ");
    settings.put("SECKILL_CHALLENGE_QUIZ_FILE", quizFile.toString());
    settings.put("SECKILL_WINDOW_LIMIT", Integer.toString(PER_USER_AND_SECOND));
    settings.put("SECKILL_WINDOW_WINDOW_MILLIS", "1000");
    settings.put("SECKILL_BUCKET_PER_SECOND", Integer.toString(PURCHASES_PER_SECOND));
    settings.put("SECKILL_RISK_SHARED_ADDRESS_THRESHOLD", Integer.toString(ACCOUNTS_PER_ADDRESS));
    settings.put("SECKILL_RISK_SHARED_DEVICE_THRESHOLD", Integer.toString(ACCOUNTS_PER_DEVICE));
    settings.put("SECKILL_RISK_SHARED_DEVICE_VERDICT", "REFUSE");
    settings.put("SECKILL_ROOM_MAX_POLL_MILLIS", "5000");
    return settings;
  }

  /** The most requests of one address that one gateway lets pass in so many seconds. */
  double mostByAddress(double seconds) {
    return PER_ADDRESS_AND_SECOND * (seconds + 2);
  }

  /** The most purchases of one user that the window lets pass in so many seconds. */
  double mostByUser(double seconds) {
    return PER_USER_AND_SECOND * (seconds + 2);
  }
}
