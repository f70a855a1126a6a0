package seckill.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedMariaDbIT {
  @TempDir private Path directory;

  private static Path socketFile(int port) {
    return Path.of(System.getProperty("java.io.tmpdir"), "seckill-mariadb-" + port + ".sock");
  }

  @Test
  @DisplayName(
      "data survive a stop and a kill, the second start installs nothing, no socket is left")
  void keepsData() throws IOException {
    Path spaced = directory.resolve("my data");
    EmbeddedMariaDb first = EmbeddedMariaDb.durable(spaced, 0);
    int port = first.port();
    assertThat(first.url()).isEqualTo("mysql://root@127.0.0.1:" + port + "/seckill");
    assertThat(EmbeddedRedisIT.session(first.pid())).isEqualTo(first.pid());
    Path database = spaced.resolve("data").resolve(EmbeddedMariaDb.DATABASE);
    assertThat(database).isDirectory();
    Path marker = spaced.resolve("data").resolve("mysql");
    FileTime installed = Files.getLastModifiedTime(marker.resolve("db.frm"));
    first.close();
    assertThat(Client.listens(port)).isFalse();
    assertThat(socketFile(port)).doesNotExist();

    EmbeddedMariaDb second = EmbeddedMariaDb.durable(spaced, port);
    second.kill();
    assertThat(socketFile(port)).doesNotExist();
    try (EmbeddedMariaDb third = EmbeddedMariaDb.durable(spaced, port)) {
      assertThat(third.port()).isEqualTo(port);
      assertThat(database).isDirectory();
      assertThat(Files.getLastModifiedTime(marker.resolve("db.frm"))).isEqualTo(installed);

      assertThatThrownBy(() -> EmbeddedMariaDb.durable(directory.resolve("other"), port))
          .isInstanceOf(EmbeddedStoreException.class)
          .hasMessageContaining("port " + port)
          .hasMessageContaining("in use")
          .message()
          .hasLineCount(1);
    }
    assertThat(EmbeddedRedisIT.ownChildren()).isZero();
  }

  @Test
  @DisplayName(
      "a start that fails is one line with the server's own words, and leaves nothing behind")
  void failsInOneLine() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    for (Path bad : List.of(file, file.resolve("below"), Path.of("/proc/seckill"))) {
      assertThatThrownBy(() -> EmbeddedMariaDb.durable(bad, 0))
          .isInstanceOf(EmbeddedStoreException.class)
          .hasMessageContaining(bad.toString())
          .message()
          .hasLineCount(1);
    }
    Path fresh = directory.resolve("fresh");
    assertThatThrownBy(() -> EmbeddedMariaDb.start(fresh, 0, List.of("--no-such-setting=1")))
        .isInstanceOf(EmbeddedStoreException.class)
        .hasMessageContaining("no-such-setting")
        .message()
        .hasLineCount(1);
    assertThat(EmbeddedRedisIT.ownChildren()).isZero();
    try (Stream<Path> left = Files.list(fresh)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .noneMatch(name -> name.startsWith("install-"));
    }
  }

  @Test
  @DisplayName("processes that start at once unpack once, and all find the whole of it")
  void unpacksOnce() throws Exception {
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(unpacker(temporary, directory.resolve("out" + i)));
    }
    for (int i = 0; i < processes.size(); i++) {
      assertThat(processes.get(i).waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(Files.readString(directory.resolve("out" + i))).contains("mariadbd works");
    }
    Path base;
    try (Stream<Path> found = Files.list(temporary)) {
      base = found.filter(Files::isDirectory).findFirst().orElseThrow();
    }
    assertThat(Files.getPosixFilePermissions(base)).hasSize(3);

    // What a system's clean-up takes away is put back.
    Path lost = base.resolve("share/english/errmsg.sys");
    Files.delete(lost);
    runUnpacker(temporary);
    assertThat(lost).exists();

    // What others could have written is not run.
    Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(runUnpacker(temporary)).contains("belongs to somebody else");
  }

  private static Process unpacker(Path temporary, Path output) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("java.class.path"),
            Unpacker.class.getName())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  private String runUnpacker(Path temporary) throws Exception {
    Path output = directory.resolve("again");
    assertThat(unpacker(temporary, output).waitFor(120, TimeUnit.SECONDS)).isTrue();
    return Files.readString(output);
  }

  /** Unpacks the programs and tries the server. */
  static final class Unpacker {
    private Unpacker() {}

    public static void main(String[] arguments) throws Exception {
      List<String> command = new ArrayList<>(MariaDbBinaries.find().server().subList(0, 1));
      command.add("--version");
      Process process = new ProcessBuilder(command).inheritIO().start();
      System.out.println(process.waitFor() == 0 ? "mariadbd works" : "mariadbd fails");
    }
  }
}
