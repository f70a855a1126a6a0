package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptLanguageTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "zh",
        "ZH-cn",
        "zh-Hans-CN,zh;q=0.9,en;q=0.8",
        "en;q=0.3, zh;q=0.9",
        "en ; q=0.300 ,\tzh-TW ; q=0.31",
        "fr, de;q=0.9, zh;q=0.1",
        "zh, en",
        "zh;q=0.5, en;q=0.5",
        "*;q=0.1, zh;q=0.2",
        "en;q=0, *",
        "en;q=0, zh;q=0.001",
        "en;q=nonsense, zh;q=0.1",
        "*, zh",
        ",,zh,,"
      })
  @DisplayName("Chinese for those who want it rather than English")
  void chinese(String header) {
    assertThat(AcceptLanguage.prefersChinese(header)).isTrue();
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {
        "en",
        "en-GB,zh;q=0.9",
        "zh;q=0.3, en;q=0.9",
        "en, zh",
        "en;q=0.5, zh;q=0.5",
        "*",
        "*, zh;q=0.9",
        "fr",
        "zh;q=0",
        "zh;q=0, *",
        "zh;q=0.0, en;q=0",
        "zho",
        "zhx-CN",
        "x-zh",
        "zh;q=",
        "zh;q=2",
        "zh;q=1.5",
        "zh;q=-1",
        "zh;q=0.1234",
        "zh;q=0.x",
        "zh;q=00",
        "zh;level=1",
        ";;;,q=1,=,;q=1"
      })
  @DisplayName("English for everybody else, whatever the header holds")
  void english(String header) {
    assertThat(AcceptLanguage.prefersChinese(header)).isFalse();
  }
}
