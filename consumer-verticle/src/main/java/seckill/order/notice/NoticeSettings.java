package seckill.order.notice;

import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import seckill.config.ConfigException;
import seckill.runtime.NoticeRows;

/**
 * Who tells buyers what became of their orders, and how patiently.
 *
 * @param sender {@code off}, {@code log}, {@code webhook} or the name of another sender
 * @param url where the webhook sends to
 * @param secret key for signatures, empty for none
 * @param timeoutMillis for one try to send one notice
 * @param inFlight notices that are sent at once
 * @param chunk notices that are claimed and settled together
 * @param instances senders in this process
 * @param poolSize connections to MySQL of each
 * @param leaseMillis after which notices of a silent sender are taken over
 * @param pollMillis how often due notices are looked for
 * @param pauseMaxMillis longest wait while the receiver or MySQL cannot be reached
 * @param retryMinMillis wait before the second try of a notice
 * @param retryMaxMillis longest wait before another try
 * @param maxAttempts tries after which a notice is given up
 * @param maxAnswerBytes of the receiver's answer that are read
 * @param measureMillis how often waiting notices are counted
 * @param lateMillis age of the oldest waiting notice that a person should know of
 */
public record NoticeSettings(
    String sender,
    String url,
    String secret,
    long timeoutMillis,
    int inFlight,
    int chunk,
    int instances,
    int poolSize,
    long leaseMillis,
    long pollMillis,
    long pauseMaxMillis,
    long retryMinMillis,
    long retryMaxMillis,
    int maxAttempts,
    int maxAnswerBytes,
    long measureMillis,
    long lateMillis) {
  /** The name of the sender that only writes to the log. */
  static final String LOG = "log";

  /** The name of the sender over HTTP. */
  static final String WEBHOOK = "webhook";

  private static final int MIN_SECRET_BYTES = 16;
  private static final int TIMEOUTS_PER_LEASE = 3;
  private static final int FRESH_PER_RETRY = 4;

  /**
   * Reads the section {@code notify}.
   *
   * @throws ConfigException one line that names what does not fit together
   */
  public static NoticeSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("notify");
    NoticeSettings notices =
        new NoticeSettings(
            section.getString("sender"),
            section.getString("url"),
            section.getString("secret"),
            section.getLong("timeoutMillis"),
            section.getInteger("inFlight"),
            section.getInteger("chunk"),
            section.getInteger("instances"),
            section.getInteger("poolSize"),
            section.getLong("leaseMillis"),
            section.getLong("pollMillis"),
            section.getLong("pauseMaxMillis"),
            section.getLong("retryMinMillis"),
            section.getLong("retryMaxMillis"),
            section.getInteger("maxAttempts"),
            section.getInteger("maxAnswerBytes"),
            section.getLong("measureMillis"),
            section.getLong("lateMillis"));
    if (notices.isOn()) {
      notices.check();
    }
    return notices;
  }

  /** Whether anybody is told anything. */
  public boolean isOn() {
    return NoticeRows.isOn(sender);
  }

  /** Tries after a failure that run besides, so that they cannot hold up fresh notices. */
  int retriesInFlight() {
    return Math.max(1, inFlight / FRESH_PER_RETRY);
  }

  private void check() {
    if (sender.equals(WEBHOOK)) {
      checkUrl();
    }
    int secretBytes = secret.getBytes(StandardCharsets.UTF_8).length;
    if (secretBytes > 0 && secretBytes < MIN_SECRET_BYTES) {
      throw new ConfigException(
          "notify.secret (SECKILL_NOTIFY_SECRET) must have at least "
              + MIN_SECRET_BYTES
              + " bytes, or be empty");
    }
    if (leaseMillis < TIMEOUTS_PER_LEASE * timeoutMillis) {
      throw new ConfigException(
          "notify.leaseMillis (SECKILL_NOTIFY_LEASE_MILLIS) must be at least "
              + TIMEOUTS_PER_LEASE
              + " times notify.timeoutMillis");
    }
    Senders.requireKnown(sender);
  }

  private void checkUrl() {
    String wrong = url.isEmpty() ? "must be set for the webhook" : wrongIn(url);
    if (wrong != null) {
      throw new ConfigException("notify.url (SECKILL_NOTIFY_URL) " + wrong);
    }
  }

  // The URL is not repeated: it may hold a key of the receiver's.
  private static String wrongIn(String url) {
    try {
      URI uri = new URI(url);
      if (!"http".equals(uri.getScheme()) && !"https".equals(uri.getScheme())) {
        return "must begin with http:// or https://";
      }
      if (uri.getHost() == null) {
        return "names no host";
      }
      return uri.getUserInfo() == null ? null : "must hold no user; notices are signed instead";
    } catch (URISyntaxException e) {
      return "is no URL";
    }
  }

  @Override
  public String toString() {
    return "NoticeSettings[" + sender + "]";
  }
}
