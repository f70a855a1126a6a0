package seckill.embedded;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Creates the data directory of a MariaDB server. */
final class MariaDbInstall {
  private static final long LIMIT_SECONDS = 180;
  private static final String FRESH = "install-";

  private final MariaDbBinaries binaries;
  private final Path log;

  MariaDbInstall(MariaDbBinaries binaries, Path log) {
    this.binaries = binaries;
    this.log = log;
  }

  /** Installed aside and moved, so that an interrupted first start leaves no half database. */
  void into(Path data) throws IOException {
    removeHalves(data.getParent());
    Path fresh = Files.createTempDirectory(data.getParent(), FRESH);
    // The install script breaks at spaces in a path, so it gets a way in that has none.
    Path way = Files.createTempDirectory("seckill-install-");
    Path link = Files.createSymbolicLink(way.resolve("data"), fresh);
    try {
      run(link);
      Files.move(fresh, data);
    } finally {
      Files.delete(link);
      Files.delete(way);
      removeHalves(data.getParent());
    }
  }

  private static void removeHalves(Path directory) throws IOException {
    try (DirectoryStream<Path> halves = Files.newDirectoryStream(directory, FRESH + "*")) {
      for (Path half : halves) {
        try (Stream<Path> files = Files.walk(half)) {
          for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(file);
          }
        }
      }
    }
  }

  private void run(Path target) throws IOException {
    List<String> command = new ArrayList<>(binaries.install());
    command.add("--datadir=" + target);
    EmbeddedMariaDb.addUser(command);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    Thread hook = new Thread(() -> killTree(process), "stop-MariaDB-install");
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new EmbeddedStoreException(
            "MariaDB cannot create its data directory: " + ServerProcess.lastWords(log));
      }
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddedStoreException("interrupted while creating the data directory");
    } catch (IllegalStateException e) {
      throw new EmbeddedStoreException("the process stops", e);
    } finally {
      killTree(process);
    }
  }

  // The install script is a shell that starts the server itself as a child.
  private static void killTree(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
