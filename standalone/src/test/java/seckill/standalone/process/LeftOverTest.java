package seckill.standalone.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftOverTest {
  private static Process sleeping(Path directory) throws IOException {
    return new ProcessBuilder("sleep", "300").directory(directory.toFile()).start();
  }

  @Test
  @DisplayName("a server that outlived its parent is stopped before the next starts")
  void stopsServer(@TempDir Path directory) throws Exception {
    Process server = sleeping(directory);
    LeftOver leftOver = new LeftOver(directory.toRealPath(), "redis");
    leftOver.remember(server.pid());

    leftOver.stop();

    // Java notes the end of a child a moment after others can see it.
    assertThat(server.waitFor(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  @DisplayName("a stranger who has got the same process number is left alone")
  void sparesStrangers(@TempDir Path directory, @TempDir Path elsewhere) throws Exception {
    Process stranger = sleeping(elsewhere);
    try {
      LeftOver leftOver = new LeftOver(directory.toRealPath(), "redis");
      leftOver.remember(stranger.pid());

      leftOver.stop();

      assertThat(stranger.isAlive()).isTrue();
      assertThat(Files.list(directory)).isEmpty();
    } finally {
      stranger.destroyForcibly();
    }
  }
}
