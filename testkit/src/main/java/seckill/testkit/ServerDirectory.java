package seckill.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary directory for one server of the tests, gone once the server is. */
final class ServerDirectory {
  private final Path path;

  private ServerDirectory(Path path) {
    this.path = path;
  }

  static ServerDirectory create(String prefix) {
    try {
      return new ServerDirectory(Files.createTempDirectory(prefix));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path path() {
    return path;
  }

  /** Stops a server when the JVM ends, and then deletes its directory. */
  void deleteAtExit(AutoCloseable server) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stopAndDelete(server), "stop-store"));
  }

  private void stopAndDelete(AutoCloseable server) {
    try {
      server.close();
      delete();
    } catch (Exception e) {
      System.err.println("[testkit] cannot clean up " + path + ": " + e);
    }
  }

  void delete() {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
