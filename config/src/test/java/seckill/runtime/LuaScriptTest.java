package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LuaScriptTest {

  @Test
  @DisplayName("a script is named as Redis names it: the SHA-1 of its UTF-8 bytes")
  void hashes() {
    assertThat(LuaScript.of("one", "return 1").sha1())
        .isEqualTo("e0e1f9fabfc9d4800c877a703b823ac0578ff8db");
    assertThat(LuaScript.of("umlaut", "return 'ü'").sha1()).hasSize(40).matches("[0-9a-f]+");
  }

  @Test
  @DisplayName("a script that is missing says so by name")
  void loads() {
    assertThat(LuaScript.load(LuaScriptTest.class, "test.lua").source()).startsWith("-- A script");
    assertThatThrownBy(() -> LuaScript.load(LuaScriptTest.class, "absent.lua"))
        .hasMessageContaining("absent.lua");
  }
}
