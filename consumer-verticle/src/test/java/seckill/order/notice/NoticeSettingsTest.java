package seckill.order.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.config.ConfigException;
import seckill.config.SettingsLoader;

class NoticeSettingsTest {
  private final JsonObject section = new JsonObject();

  private NoticeSettings settings() {
    return NoticeSettings.of(
        new SettingsLoader("consumer").load(new JsonObject().put("notify", section), Map.of()));
  }

  @Test
  @DisplayName("nobody is told anything unless somebody says so")
  void offByDefault() {
    assertThat(settings().isOn()).isFalse();
    assertThat(NoticeBook.of(settings())).isSameAs(NoticeBook.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "'', must be set for the webhook",
    "https://, must be text",
    "ftp://shop.example/notices, must be text",
    "file:///etc/passwd, must be text",
    "http:///notices, names no host",
    "https://shop.example/a b, is no URL",
    "https://joe:secret@shop.example/notices, must hold no user",
  })
  @DisplayName("a webhook without a usable URL does not start, and says which setting is wrong")
  void urlIsChecked(String url, String wrong) {
    section.put("sender", "webhook").put("url", url);

    assertThatThrownBy(this::settings)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("notify.url (SECKILL_NOTIFY_URL)")
        .hasMessageContaining(wrong)
        .hasMessageNotContaining("secret@");
  }

  @Test
  @DisplayName("a sender that is not there does not start")
  void unknownSender() {
    section.put("sender", "pigeon");

    assertThatThrownBy(this::settings)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("notify.sender")
        .hasMessageContaining("pigeon");
  }

  @Test
  @DisplayName("a sender of a jar on the class path is found by its name and by its class")
  void ownSender() {
    section.put("sender", "notebook");
    assertThat(Senders.of(settings().sender())).isInstanceOf(NotebookSender.class);

    section.put("sender", NotebookSender.class.getName());
    assertThat(Senders.of(settings().sender())).isInstanceOf(NotebookSender.class);
  }

  @Test
  @DisplayName("a short secret does not start, and a long one is never printed")
  void secretIsChecked() {
    section.put("sender", "webhook").put("url", "https://shop.example/notices");
    section.put("secret", "short");
    assertThatThrownBy(this::settings).hasMessageContaining("notify.secret");

    section.put("secret", "long enough to be one");
    assertThat(settings().toString()).doesNotContain("long enough").doesNotContain("shop.example");
  }

  @Test
  @DisplayName("a lease that is shorter than three tries does not start")
  void leaseIsChecked() {
    section.put("sender", "log").put("timeoutMillis", 1000).put("leaseMillis", 2999);
    assertThatThrownBy(this::settings).hasMessageContaining("notify.leaseMillis");

    section.put("leaseMillis", 3000);
    assertThat(settings().leaseMillis()).isEqualTo(3000);
  }
}
