package seckill.standalone.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * The note of a server that works in a directory, so that one which outlived its killed parent is
 * stopped before the next starts: two servers on the same files would destroy them.
 */
final class LeftOver {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

  private final Path directory;
  private final Path note;

  LeftOver(Path directory, String server) {
    this.directory = directory;
    this.note = directory.resolve(server + "-server.pid");
  }

  /** Notes the server that works here now. */
  void remember(long pid) {
    try {
      Files.writeString(note, pid + "\n");
    } catch (IOException e) {
      throw new SaleException("cannot write " + note + ": " + e.getMessage(), e);
    }
  }

  /** Stops the noted server if it still runs. */
  void stop() {
    try {
      if (Files.exists(note)) {
        long pid = Long.parseLong(Files.readString(note).trim());
        ProcessHandle.of(pid).filter(this::worksHere).ifPresent(LeftOver::stop);
        Files.delete(note);
      }
    } catch (IOException | NumberFormatException e) {
      throw new SaleException("cannot read " + note + ": " + e.getMessage(), e);
    }
  }

  // Process numbers are used again, so the process must be one that works in this directory.
  private boolean worksHere(ProcessHandle handle) {
    String[] arguments = handle.info().arguments().orElse(new String[0]);
    return Stream.of(arguments).anyMatch(argument -> argument.contains(directory.toString()))
        || directory.equals(workingDirectory(handle));
  }

  private static Path workingDirectory(ProcessHandle handle) {
    try {
      return Path.of("/proc", Long.toString(handle.pid()), "cwd").toRealPath();
    } catch (IOException e) {
      return null;
    }
  }

  private static void stop(ProcessHandle handle) {
    handle.destroy();
    try {
      handle.onExit().get(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      handle.destroyForcibly();
      handle.onExit().join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SaleException("interrupted while stopping process " + handle.pid(), e);
    }
  }
}
