package seckill.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextsTest {
  @ParameterizedTest
  @DisplayName("bytes are the text that they are in UTF-8, the sign for what is none included")
  @ValueSource(strings = {"", "u1", "李雷", "\uFFFD", "a\uFFFDb"})
  void decodes(String text) {
    assertThat(Texts.ofUtf8(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
  }

  @Test
  @DisplayName("bytes that are not UTF-8 are no text, so that they name nobody")
  void refusesOtherBytes() {
    assertThat(Texts.ofUtf8(new byte[] {'u', (byte) 0xff})).isNull();
    assertThat(Texts.ofUtf8(new byte[] {(byte) 0xc3})).isNull();
  }
}
