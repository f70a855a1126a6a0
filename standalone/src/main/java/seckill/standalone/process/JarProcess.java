package seckill.standalone.process;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A fat jar as a child process: start, wait until ready, kill, start again, stop. */
public final class JarProcess implements AutoCloseable {
  private static final int POLL_MILLIS = 50;
  private static final int PROBE_TIMEOUT_MILLIS = 2000;
  private static final int LOG_LINES_TOLD = 3;
  private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

  private final String name;
  private final List<String> command;
  private final Map<String, String> environment;
  private final Path log;
  private volatile Process process;
  private Thread hook;

  /**
   * A process that is not started yet.
   *
   * @param environment laid over this process's own
   * @param log where its output goes
   */
  public JarProcess(String name, List<String> command, Map<String, String> environment, Path log) {
    this.name = name;
    this.command = command;
    this.environment = environment;
    this.log = log;
  }

  /** The command line that runs a fat jar on this process's Java. */
  public static List<String> javaJar(Path jar) {
    return javaJar(jar, List.of());
  }

  /** The same with more options for Java. */
  static List<String> javaJar(Path jar, List<String> options) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(
        List.of("-Xmx512m", "-XX:+ExitOnOutOfMemoryError", "-Djava.net.preferIPv4Stack=true"));
    line.addAll(options);
    line.addAll(List.of("-jar", jar.toString()));
    return line;
  }

  /** Starts it, for the first time or again. */
  public void start() {
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().putAll(environment);
      // What is set here is not set by a file of this process's own.
      environment.keySet().forEach(name -> builder.environment().remove(name + "_FILE"));
      builder.redirectErrorStream(true);
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      process = builder.start();
      hook = new Thread(process::destroyForcibly, "stop-" + name);
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IOException e) {
      throw new SaleException(name + " does not start: " + e.getMessage(), e);
    } catch (IllegalStateException e) {
      process.destroyForcibly();
      throw new SaleException("the process stops, so " + name + " does not start", e);
    }
  }

  /** Waits until its readiness on the management port says UP. */
  public void awaitReady(int managementPort, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!ready(managementPort)) {
      if (hasEnded(POLL_MILLIS)) {
        throw new SaleException(
            name + " ended with exit code " + process.exitValue() + ": " + lastWords());
      }
      if (System.nanoTime() > deadline) {
        throw new SaleException(
            name + " was not ready within " + limit.toSeconds() + " s: " + lastWords());
      }
    }
  }

  private static boolean ready(int managementPort) {
    try {
      URI uri = URI.create("http://127.0.0.1:" + managementPort + "/health/ready");
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
      connection.setConnectTimeout(PROBE_TIMEOUT_MILLIS);
      connection.setReadTimeout(PROBE_TIMEOUT_MILLIS);
      int status = connection.getResponseCode();
      connection.disconnect();
      return status == HttpURLConnection.HTTP_OK;
    } catch (IOException e) {
      return false;
    }
  }

  /** Waits for its end; the exit code, or a failure after the limit. */
  public int awaitEnd(Duration limit) {
    if (!hasEnded(limit.toMillis())) {
      throw new SaleException(name + " still runs after " + limit.toSeconds() + " s");
    }
    return process.exitValue();
  }

  private boolean hasEnded(long millis) {
    try {
      return process.waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SaleException("interrupted while waiting for " + name, e);
    }
  }

  /** Everything it has printed. */
  public String output() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return "";
    }
  }

  private String lastWords() {
    List<String> lines = output().lines().toList();
    int from = Math.max(0, lines.size() - LOG_LINES_TOLD);
    return String.join(" | ", lines.subList(from, lines.size())) + " (log: " + log + ")";
  }

  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  public long pid() {
    return process.pid();
  }

  /** Ends it as a crash would: SIGKILL. */
  public void kill() {
    process.destroyForcibly();
    hasEnded(STOP_LIMIT.toMillis());
    forgetHook();
  }

  /** Asks it to stop (SIGTERM) without waiting. */
  public void askToStop() {
    if (isAlive()) {
      process.destroy();
    }
  }

  /** Asks it to stop and waits; kills it if it does not. */
  @Override
  public void close() {
    if (process == null) {
      return;
    }
    askToStop();
    if (!hasEnded(STOP_LIMIT.toMillis())) {
      kill();
    }
    forgetHook();
  }

  private void forgetHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is going down and runs the hook itself; the process is gone by then.
      return;
    }
  }
}
