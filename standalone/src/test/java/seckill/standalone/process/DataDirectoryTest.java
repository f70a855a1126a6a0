package seckill.standalone.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  @Test
  @DisplayName("a directory in use is refused, and is free again after the close")
  void oneAtATime(@TempDir Path parent) {
    Path path = parent.resolve("new/data");
    try (DataDirectory first = DataDirectory.open(path)) {
      assertThatThrownBy(() -> DataDirectory.open(path))
          .isInstanceOf(SaleException.class)
          .hasMessageContaining("in use by process " + ProcessHandle.current().pid())
          .hasMessageContaining(first.path().toString());
    }
    DataDirectory.open(path).close();
  }

  @Test
  @DisplayName("a temporary directory that is missing is named, with what to set")
  void noTemporaryDirectory(@TempDir Path parent) {
    String usual = System.getProperty("java.io.tmpdir");
    Path missing = parent.resolve("missing");
    System.setProperty("java.io.tmpdir", missing.toString());
    try {
      for (Runnable opening :
          List.<Runnable>of(
              () -> DataDirectory.throwAway(false).close(),
              () -> DataDirectory.open(parent.resolve("data")).close())) {
        assertThatThrownBy(opening::run)
            .isInstanceOf(SaleException.class)
            .hasMessage(
                "the temporary directory "
                    + missing
                    + " does not exist; set JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR to name"
                    + " another");
      }
    } finally {
      System.setProperty("java.io.tmpdir", usual);
    }
  }

  @Test
  @DisplayName("a throw-away directory is removed with all that is in it")
  void throwAway() throws Exception {
    DataDirectory directory = DataDirectory.throwAway(false);
    Files.createDirectories(directory.path().resolve("a/b"));
    Files.writeString(directory.path().resolve("a/b/c"), "x");

    directory.close();

    assertThat(directory.path()).doesNotExist();
  }

  @Test
  @DisplayName("a kept throw-away directory stays")
  void kept() throws Exception {
    DataDirectory directory = DataDirectory.throwAway(true);
    directory.close();

    assertThat(directory.path()).exists();
    Files.delete(directory.path().resolve("lock"));
    Files.delete(directory.path());
  }
}
