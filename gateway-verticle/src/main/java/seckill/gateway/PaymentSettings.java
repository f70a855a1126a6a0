package seckill.gateway;

import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import seckill.config.ConfigException;
import seckill.gateway.token.DevSecret;

/**
 * Whose payment notices are believed.
 *
 * @param secrets keys of their signatures; none takes no notices
 * @param toleranceSeconds how far the time of a signature may be from now
 */
record PaymentSettings(List<String> secrets, long toleranceSeconds) {
  private static final int MIN_SECRET_BYTES = 32;

  /**
   * Reads the section {@code payment}.
   *
   * @throws ConfigException one line that names the setting
   */
  static PaymentSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("payment");
    boolean allowDevSecret = settings.getJsonObject("token").getBoolean("allowDevSecret");
    String secret = section.getString("secret");
    String former = section.getString("formerSecret");
    if (secret.isEmpty() && !former.isEmpty()) {
      throw new ConfigException(
          "payment.formerSecret (SECKILL_PAYMENT_FORMER_SECRET) needs payment.secret");
    }
    List<String> secrets = Stream.of(secret, former).filter(text -> !text.isEmpty()).toList();
    secrets.forEach(text -> require(text, allowDevSecret));
    return new PaymentSettings(secrets, section.getLong("toleranceSeconds"));
  }

  private static void require(String secret, boolean allowDevSecret) {
    if (secret.equals(DevSecret.DEV_PAYMENT_SECRET) && !allowDevSecret) {
      throw new ConfigException(
          "payment.secret (SECKILL_PAYMENT_SECRET) is the well-known development secret");
    }
    if (secret.getBytes(StandardCharsets.UTF_8).length < MIN_SECRET_BYTES) {
      throw new ConfigException(
          "payment.secret (SECKILL_PAYMENT_SECRET) and payment.formerSecret must have at least "
              + MIN_SECRET_BYTES
              + " bytes");
    }
  }

  boolean enabled() {
    return !secrets.isEmpty();
  }

  @Override
  public String toString() {
    return "PaymentSettings[enabled=" + enabled() + "]";
  }
}
