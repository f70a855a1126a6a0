package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.config.ConfigException;
import seckill.gateway.token.DevSecret;

class PaymentSettingsTest {
  private static final String SECRET = "a-secret-of-the-payment-provider-1";

  @Test
  @DisplayName("a short or well-known secret, or a former one alone, refuses to start")
  void refusesWeakSecrets() {
    for (Map<String, String> environment :
        List.of(
            Map.of("SECKILL_PAYMENT_SECRET", "short"),
            Map.of("SECKILL_PAYMENT_SECRET", DevSecret.DEV_PAYMENT_SECRET),
            Map.of("SECKILL_PAYMENT_SECRET", SECRET, "SECKILL_PAYMENT_FORMER_SECRET", "short"),
            Map.of("SECKILL_PAYMENT_FORMER_SECRET", SECRET))) {
      assertThatThrownBy(() -> PaymentSettings.of(TestGate.settings(environment)))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("SECKILL_PAYMENT_");
    }
    Map<String, String> good = Map.of("SECKILL_PAYMENT_SECRET", SECRET);
    assertThat(PaymentSettings.of(TestGate.settings(good)).toString()).doesNotContain(SECRET);
  }
}
