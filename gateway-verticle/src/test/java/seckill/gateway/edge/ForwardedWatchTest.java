package seckill.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.config.SettingsSchema;
import seckill.contract.ClientAddress;

class ForwardedWatchTest {
  private static final JsonObject SECTION =
      SettingsSchema.of("gateway").defaults().getJsonObject("address");
  private static final AddressSettings SETTINGS = AddressSettings.of(SECTION);
  private static final Duration WINDOW = Duration.ofMillis(SETTINGS.warnWindowMillis());

  private final Clockwork clock = new Clockwork();
  private final List<String> told = new ArrayList<>();
  private final ForwardedWatch watch = new ForwardedWatch(clock, WINDOW.toNanos(), told::add);

  private void forward(String peer, int clients) {
    for (int i = 0; i < clients; i++) {
      watch.count();
      watch.saw(ClientAddress.parse(peer), "203.0.113." + i, SETTINGS);
    }
  }

  @Test
  @DisplayName("many addresses behind one untrusted peer are told once, and the peer is named")
  void noticesForgottenProxies() {
    forward("192.0.2.1", SETTINGS.warnAfter() - 1);
    assertThat(watch.suspicion()).isNull();

    forward("192.0.2.1", 200);
    forward("192.0.2.1", 200);

    assertThat(watch.suspicion()).contains("192.0.2.1", "X-Forwarded-For", "trustedProxies");
    assertThat(told).containsExactly(watch.suspicion());
  }

  @Test
  @DisplayName("it stays told while it goes on, and ends a window after it stopped")
  void endsWhenItStops() {
    for (int i = 0; i < 5; i++) {
      forward("192.0.2.1", 100);
      clock.pass(WINDOW.dividedBy(2));
      assertThat(watch.suspicion()).isNotNull();
    }
    assertThat(told).hasSize(1);

    clock.pass(WINDOW.multipliedBy(2));
    assertThat(watch.suspicion()).isNull();
    assertThat(told).hasSize(2).endsWith((String) null);
    forward("192.0.2.1", 100);
    assertThat(told).hasSize(3);
  }

  @Test
  @DisplayName("one forger among many clients turns nothing red")
  void isNotFooledByFewForgers() {
    for (int i = 0; i < 1000; i++) {
      watch.count();
    }
    forward("192.0.2.1", 300);

    assertThat(watch.suspicion()).isNull();
    clock.pass(WINDOW);
    forward("192.0.2.1", 300);
    assertThat(watch.suspicion()).isNull();
    assertThat(told).isEmpty();
  }

  @Test
  @DisplayName("the same few forwarded addresses again and again are no proxy")
  void allowsFewAddresses() {
    for (int i = 0; i < 1000; i++) {
      forward("192.0.2.1", 5);
    }
    assertThat(watch.suspicion()).isNull();
  }

  @Test
  @DisplayName("thousands of forging peers take no memory and hide no proxy that was there first")
  void isBounded() {
    forward("192.0.2.1", 1000);
    for (int i = 0; i < 1000; i++) {
      watch.saw(new ClientAddress(i, i), "x" + i, SETTINGS);
    }
    assertThat(watch.suspicion()).contains("192.0.2.1");
  }
}
