package seckill.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedRedisIT {
  @TempDir private Path directory;

  @Test
  @DisplayName("data survive a stop and a kill, also in a directory with spaces in its name")
  void keepsData() throws IOException {
    Path spaced = directory.resolve("my data").resolve("redis é");
    int port;
    try (EmbeddedRedis redis = EmbeddedRedis.durable(spaced, 0)) {
      port = redis.port();
      assertThat(redis.url()).isEqualTo("redis://127.0.0.1:" + port);
      assertThat(Client.redis(port, "SET a 1")).isEqualTo("+OK");
    }
    assertThat(Client.listens(port)).isFalse();
    EmbeddedRedis again = EmbeddedRedis.durable(spaced, port);
    assertThat(Client.redis(port, "GET a")).isEqualTo("1");
    assertThat(Client.redis(port, "SET b 2")).isEqualTo("+OK");
    assertThat(Client.redis(port, "WAITAOF 0 0 0")).isNotNull();
    again.kill();
    again.close();
    try (EmbeddedRedis last = EmbeddedRedis.durable(spaced, port)) {
      assertThat(Client.redis(last.port(), "GET a")).isEqualTo("1");
    }
  }

  @Test
  @DisplayName("a port in use is one line, and the server that has it is left alone")
  void refusesAPortInUse() throws IOException {
    try (EmbeddedRedis first = EmbeddedRedis.inMemory(directory.resolve("one"))) {
      Client.redis(first.port(), "SET mine 1");
      assertThatThrownBy(
              () -> EmbeddedRedis.start(directory.resolve("two"), first.port(), List.of()))
          .isInstanceOf(EmbeddedStoreException.class)
          .hasMessageContaining("port " + first.port())
          .hasMessageContaining("in use")
          .message()
          .hasLineCount(1);
      assertThat(Client.redis(first.port(), "GET mine")).isEqualTo("1");
      assertThat(ownChildren()).isEqualTo(1);
    }
    assertThat(ownChildren()).isZero();
  }

  @Test
  @DisplayName(
      "wrong arguments and a directory that cannot be are one line, and nothing is left running")
  void failsInOneLine() throws IOException {
    assertThatThrownBy(() -> EmbeddedRedis.start(directory, 0, List.of("--no-such-setting", "x")))
        .isInstanceOf(EmbeddedStoreException.class)
        .hasMessageContaining("redis.log")
        .message()
        .hasLineCount(1);
    Path file = Files.createFile(directory.resolve("file"));
    for (Path bad : List.of(file, file.resolve("below"), Path.of("/proc/seckill"))) {
      assertThatThrownBy(() -> EmbeddedRedis.durable(bad, 0))
          .isInstanceOf(EmbeddedStoreException.class)
          .hasMessageContaining(bad.toString())
          .message()
          .hasLineCount(1);
    }
    assertThat(ownChildren()).isZero();
  }

  @Test
  @DisplayName(
      "the server has a session of its own, so that Ctrl-C in the terminal does not reach it")
  void hasItsOwnSession() throws IOException {
    try (EmbeddedRedis redis = EmbeddedRedis.inMemory(directory)) {
      assertThat(session(redis.pid()))
          .isEqualTo(redis.pid())
          .isNotEqualTo(session(ProcessHandle.current().pid()));
    }
  }

  static long session(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    // After the name in brackets: state, parent, process group, session.
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3]);
  }

  static long ownChildren() {
    return ProcessHandle.current().children().count();
  }
}
