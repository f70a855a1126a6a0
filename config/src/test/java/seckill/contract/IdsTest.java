package seckill.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {

  static void assertBadRequest(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SeckillException.class, e -> assertThat(e.outcome()).isEqualTo(Outcome.BAD_REQUEST));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "9", "1001", "9007199254740991"})
  @DisplayName("a canonical item id is read exactly")
  void readsItemIds(String text) {
    assertThat(ItemIds.parse(text)).isEqualTo(Long.parseLong(text));
    assertThat(ItemIds.parse((Object) text)).isEqualTo(Long.parseLong(text));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "0",
        "00",
        "01001",
        " 1001",
        "1001 ",
        "+1001",
        "-1001",
        "1001.0",
        "1e3",
        "0x10",
        "1001}",
        "{1001}",
        "1,001",
        "1_001",
        "１００１",
        "١٠٠١",
        "10\u00a01",
        "1001\n",
        "1001\u0000",
        "9007199254740992",
        "9007199254740993",
        "9999999999999999",
        "10000000000000000",
        "99999999999999999",
        "18446744073709552617",
        "null",
        "NaN",
        "1001:stock",
        "*"
      })
  @DisplayName("every other spelling of an item id is refused")
  void refusesItemIds(String text) {
    assertBadRequest(() -> ItemIds.parse(text));
    assertBadRequest(() -> ItemIds.parse((Object) text));
  }

  @Test
  @DisplayName("an item id in JSON is a string, not a number")
  void wantsStrings() {
    for (Object json : new Object[] {1001, 1001L, 1001.0, true, new StringBuilder("1001")}) {
      assertBadRequest(() -> ItemIds.parse(json));
    }
  }

  @Test
  @DisplayName("a user id has 1 to 128 bytes of UTF-8, counted as bytes")
  void countsBytesOfUserIds() {
    for (String ok :
        new String[] {
          "u",
          "u".repeat(64),
          "u".repeat(128),
          "é".repeat(64),
          "飞".repeat(42) + "ab",
          "🍾".repeat(32),
          " u ",
          "User1",
          "a:b{c}*",
          "\u2028",
          "\ufffd"
        }) {
      assertThat(UserIds.require(ok)).isSameAs(ok);
    }
    for (String bad :
        new String[] {
          null, "", "u".repeat(129), "é".repeat(64) + "u", "飞".repeat(43), "🍾".repeat(32) + "u",
        }) {
      assertBadRequest(() -> UserIds.require(bad));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0000",
        "a\u0000b",
        "\n",
        "a\tb",
        "\u007f",
        "\u0080",
        "a\u009fb",
        "\ud83c",
        "a\udf7e",
        "\udf7e\ud83c",
        "🍾\ud83c",
        "\ud83c🍾"
      })
  @DisplayName("control characters and broken Unicode are refused")
  void refusesWhatStoresDoNotKeep(String text) {
    assertThat(UserIds.isValid(text)).isFalse();
    assertThat(Texts.isPlain(text, 1000)).isFalse();
  }

  @Test
  @DisplayName("a quoted text is short, printable and says when there is none")
  void quotes() {
    assertThat(Texts.quote(null)).isEqualTo("nothing");
    assertThat(Texts.quote("a\nb\u0000🍾")).isEqualTo("'a?b???'");
    assertThat(Texts.quote("x".repeat(41))).isEqualTo("'" + "x".repeat(40) + "…'");
    assertThat(Texts.quote("x".repeat(40))).isEqualTo("'" + "x".repeat(40) + "'");
  }

  @Test
  @DisplayName("all keys of an item share one hash tag and are distinct")
  void keysShareATag() {
    ItemKeys keys = RedisKeys.DEFAULT.of(1001);
    assertThat(
            new String[] {
              keys.item(),
              keys.stock(),
              keys.users(),
              keys.receipts(),
              keys.orders(),
              keys.dead(),
              keys.admitted(),
              keys.reserved(),
              keys.passes(),
              keys.queue(),
              keys.away(),
              keys.seen(),
              keys.room(),
              keys.barred(),
              keys.returned()
            })
        .doesNotHaveDuplicates()
        .allMatch(key -> key.matches("seckill:\\{1001}:[a-z]+"));
  }
}
