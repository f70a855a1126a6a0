package seckill.standalone.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import seckill.standalone.process.JarProcess;
import seckill.standalone.process.Ports;

/**
 * The Redis of a benchmark: the {@code redis-server} on PATH, as it would be deployed.
 *
 * <p>The embedded binary is built with another memory allocator and takes about twice the processor
 * time.
 */
final class BenchRedis implements AutoCloseable {
  private final int port = Ports.free();
  private final JarProcess process;

  private BenchRedis(Path directory, List<String> persistence) {
    List<String> command = new ArrayList<>(List.of("redis-server", "--save", ""));
    command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
    command.addAll(List.of("--dir", directory.toString()));
    command.addAll(persistence);
    this.process = new JarProcess("Redis", command, Map.of(), directory.resolve("redis.log"));
    process.start();
  }

  /**
   * One that writes an append-only file every second, the product's default. It never rewrites the
   * file: what a benchmark prepares in a second grows it as no sale does.
   */
  static BenchRedis durable(Path directory) {
    List<String> file =
        new ArrayList<>(List.of("--appendonly", "yes", "--appendfsync", "everysec"));
    file.addAll(List.of("--auto-aof-rewrite-percentage", "0"));
    return new BenchRedis(directory, file);
  }

  /** One that writes its file before it answers. */
  static BenchRedis onDisk(Path directory) {
    List<String> file = new ArrayList<>(List.of("--appendonly", "yes", "--appendfsync", "always"));
    file.addAll(List.of("--auto-aof-rewrite-percentage", "0"));
    return new BenchRedis(directory, file);
  }

  /** A replica of another one. */
  static BenchRedis replica(Path directory, BenchRedis of) {
    return new BenchRedis(
        directory, List.of("--appendonly", "no", "--replicaof", "127.0.0.1 " + of.port()));
  }

  /** One that writes nothing. */
  static BenchRedis inMemory(Path directory) {
    return new BenchRedis(directory, List.of("--appendonly", "no"));
  }

  int port() {
    return port;
  }

  String url() {
    return "redis://127.0.0.1:" + port;
  }

  /** Runs one command with {@code redis-cli}; what it prints. */
  String cli(List<String> command) throws IOException, InterruptedException {
    List<String> call = new ArrayList<>(List.of("redis-cli", "-p", Integer.toString(port)));
    call.addAll(command);
    return run(call);
  }

  /** Runs a program to its end; what it prints. */
  static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(command.get(0) + " failed: " + output);
    }
    return output;
  }

  @Override
  public void close() {
    process.close();
  }
}
