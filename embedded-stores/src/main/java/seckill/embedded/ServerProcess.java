package seckill.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** One child process that serves a port, with its log in a file. */
final class ServerProcess {
  private static final long STOP_SECONDS = 30;
  private static final long POLL_MILLIS = 20;
  private static final int LOG_LINES_TOLD = 3;

  private final String name;
  private final Process process;
  private final Path log;
  private final Thread hook;

  private ServerProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.hook = new Thread(this::stop, "stop-" + name);
  }

  /** Starts a program; it gets a session of its own, so that Ctrl-C reaches only us. */
  static ServerProcess start(String name, List<String> command, Path directory, Path log) {
    List<String> line = new ArrayList<>();
    Path setsid = Path.of("/usr/bin/setsid");
    if (Files.isExecutable(setsid)) {
      line.add(setsid.toString());
    }
    line.addAll(command);
    try {
      Process process =
          new ProcessBuilder(line)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      ServerProcess server = new ServerProcess(name, process, log);
      server.addHook();
      return server;
    } catch (IOException e) {
      throw new EmbeddedStoreException(
          name + " does not start: " + EmbeddedStoreException.reason(e), e);
    }
  }

  private void addHook() {
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      process.destroyForcibly();
      throw new EmbeddedStoreException("the process stops, so " + name + " does not start", e);
    }
  }

  /** Waits until {@code ready} holds; stops the process if it does not in time. */
  void awaitReady(BooleanSupplier ready, long timeoutSeconds) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
    // An answer on the port is only ours while our process lives.
    while (!ready.getAsBoolean() || !process.isAlive()) {
      if (!process.isAlive()) {
        close();
        throw new EmbeddedStoreException(
            name + " ended with exit code " + process.exitValue() + ": " + lastWords());
      }
      if (System.nanoTime() > deadline) {
        kill();
        throw new EmbeddedStoreException(
            name + " did not answer within " + timeoutSeconds + " s: " + lastWords());
      }
      pause();
    }
  }

  private void pause() {
    try {
      // Returns early if the process ends.
      process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      kill();
      throw new EmbeddedStoreException("interrupted while starting " + name);
    }
  }

  private String lastWords() {
    return lastWords(log);
  }

  /** The end of a log, as part of one line. */
  static String lastWords(Path log) {
    try {
      // Whatever the encoding: a message about a message must not fail.
      List<String> lines =
          Files.readString(log, StandardCharsets.ISO_8859_1)
              .lines()
              .filter(line -> !line.isBlank())
              .toList();
      int from = Math.max(0, lines.size() - LOG_LINES_TOLD);
      return String.join(" | ", lines.subList(from, lines.size())) + " (log: " + log + ")";
    } catch (IOException e) {
      return "no log at " + log;
    }
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Ends the process as a crash would. */
  void kill() {
    process.destroyForcibly();
    await();
    forgetHook();
  }

  /** Asks the process to stop, and waits. */
  void close() {
    stop();
    forgetHook();
  }

  private void stop() {
    process.destroy();
    if (!await()) {
      process.destroyForcibly();
      await();
    }
  }

  // Also for a thread that was interrupted: a server killed half-way would have to repair itself.
  private boolean await() {
    boolean interrupted = false;
    try {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_SECONDS);
      while (true) {
        try {
          return process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Leaves the stop at the end of this JVM to the caller, who stops things in an order. */
  void forgetHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is going down and runs the hook itself; the process is gone by then.
      return;
    }
  }

  /** Fails unless nobody listens on a port of the loopback address. */
  static void requireFree(String name, int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      if (!socket.isBound()) {
        throw new IOException("cannot bind");
      }
    } catch (IOException e) {
      // Asked first, since another server of the same kind would answer in place of ours.
      throw new EmbeddedStoreException(
          name
              + " does not start: port "
              + port
              + " on 127.0.0.1: "
              + EmbeddedStoreException.reason(e),
          e);
    }
  }

  /** The first executable of this name on PATH, or {@code null}. */
  static Path onPath(String... names) {
    for (String name : names) {
      String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/usr/local/sbin";
      for (String directory : path.split(":")) {
        Path candidate = Path.of(directory.isEmpty() ? "." : directory, name);
        if (Files.isExecutable(candidate)) {
          return candidate;
        }
      }
    }
    return null;
  }
}
