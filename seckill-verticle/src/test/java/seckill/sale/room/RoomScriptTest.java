package seckill.sale.room;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.RedisKeys;

class RoomScriptTest {

  @Test
  @DisplayName("every script file is listed, and says which keys it gets and what it returns")
  void everyScriptIsListed() throws Exception {
    List<String> listed = new ArrayList<>(List.of(RoomScript.COMMON));
    Arrays.stream(RoomScript.values()).forEach(script -> listed.add(script.lua().name()));
    Path directory = Path.of(RoomScript.class.getResource(RoomScript.COMMON).toURI()).getParent();
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> scripts = files.filter(file -> file.toString().endsWith(".lua")).toList();
      assertThat(scripts.stream().map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(listed);
      for (Path script : scripts) {
        assertThat(Files.readString(script)).startsWith("-- ").contains("-- KEYS[1", "-- returns");
      }
    }
  }

  @Test
  @DisplayName("all keys of a call are of the one item, so that they lie in one cluster slot")
  void oneSlot() {
    assertThat(RoomScript.keys(RedisKeys.DEFAULT.of(1001)))
        .hasSize(12)
        .allSatisfy(key -> assertThat(key).startsWith("seckill:{1001}:"));
  }
}
