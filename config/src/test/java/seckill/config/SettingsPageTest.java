package seckill.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SettingsPageTest {

  @Test
  @DisplayName("docs/configuration.md says what the schema says")
  void pageIsUpToDate() throws IOException {
    if (Boolean.getBoolean("seckill.docs.write")) {
      SettingsPage.write();
    }
    assertThat(Files.exists(SettingsPage.file()) ? Files.readString(SettingsPage.file()) : "")
        .as(
            "docs/configuration.md; to write it anew run: ./mvnw -pl config test"
                + " -Dtest=SettingsPageTest -Dseckill.docs.write=true")
        .isEqualTo(SettingsPage.text());
  }
}
