package seckill.standalone.lab.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CommandStatsTest {
  private static CommandStats stats(String... lines) {
    return CommandStats.read("# Commandstats\r\n" + String.join("\r\n", lines) + "\r\n");
  }

  @Test
  @DisplayName("what was carried out since is told by command, without the looks themselves")
  void tellsDifference() {
    CommandStats before = stats("cmdstat_get:calls=3,usec=5", "cmdstat_info:calls=1,usec=9");
    CommandStats after =
        stats(
            "cmdstat_get:calls=7,usec=11,usec_per_call=1.57",
            "cmdstat_info:calls=2,usec=9",
            "cmdstat_script|load:calls=1,usec=9");

    assertThat(after.since(before)).isEqualTo(Map.of("GET", 4L, "SCRIPT|LOAD", 1L));
  }

  @Test
  @DisplayName(
      "what no client has sent was carried out by scripts; what was sent and dropped is no debt")
  void tellsScripts() {
    Map<String, Long> done = Map.of("EVALSHA", 5L, "GET", 7L, "DECR", 2L);
    Map<String, Long> sent = Map.of("EVALSHA", 5L, "GET", 2L, "DECR", 9L);

    assertThat(CommandStats.inside(done, sent)).isEqualTo(5);
  }
}
