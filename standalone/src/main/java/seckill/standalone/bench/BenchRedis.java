package seckill.standalone.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import seckill.embedded.EmbeddedRedis;
import seckill.standalone.process.JarProcess;
import seckill.standalone.process.Machine;
import seckill.standalone.process.Ports;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.Waiting;

/**
 * The Redis of a benchmark: the {@code redis-server} on PATH, as it would be deployed, or the
 * embedded one where there is none.
 *
 * <p>The embedded binary is built with another memory allocator and takes about twice the processor
 * time.
 */
final class BenchRedis implements AutoCloseable {
  private static final String PROGRAM = "redis-server";
  private static final int START_TRIES = 100;
  private static final Duration START_POLL = Duration.ofMillis(100);

  private final int port = Ports.free();
  private final AutoCloseable process;
  private final long pid;
  private final String source;
  private RedisPipe pipe;

  private BenchRedis(Path directory, List<String> persistence) {
    if (Programs.has(PROGRAM)) {
      List<String> command = new ArrayList<>(List.of(PROGRAM, "--save", ""));
      command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
      command.addAll(List.of("--dir", directory.toString()));
      command.addAll(persistence);
      JarProcess server =
          new JarProcess("Redis", command, Map.of(), directory.resolve("redis.log"));
      server.start();
      process = server;
      pid = server.pid();
      source = "on PATH";
    } else {
      List<String> arguments = new ArrayList<>(List.of("--save", ""));
      arguments.addAll(persistence);
      EmbeddedRedis server = EmbeddedRedis.start(directory, port, arguments);
      process = server;
      pid = server.pid();
      source = "embedded, another allocator";
    }
    connect();
  }

  private void connect() {
    for (int tries = 0; pipe == null; tries++) {
      try {
        RedisPipe opened = new RedisPipe(port);
        opened.call(List.of("PING"));
        pipe = opened;
      } catch (IOException e) {
        if (tries == START_TRIES) {
          close();
          throw new SaleException("Redis does not answer on port " + port, e);
        }
        Waiting.pause(START_POLL);
      }
    }
  }

  /**
   * One that writes an append-only file every second, the product's default. It never rewrites the
   * file: what a benchmark prepares in a second grows it as no sale does.
   */
  static BenchRedis durable(Path directory) {
    return withFile(directory, "everysec");
  }

  /** One that writes its file before it answers. */
  static BenchRedis onDisk(Path directory) {
    return withFile(directory, "always");
  }

  private static BenchRedis withFile(Path directory, String sync) {
    List<String> file = new ArrayList<>(List.of("--appendonly", "yes", "--appendfsync", sync));
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

  long pid() {
    return pid;
  }

  String url() {
    return "redis://127.0.0.1:" + port;
  }

  /** Its version, and where the program came from. */
  String version() throws IOException {
    Stream<String> info = call("INFO", "server").toString().lines();
    return Machine.value(info, "redis_version", "unknown") + " (" + source + ")";
  }

  /** Runs one command; its reply, as {@link RedisPipe} gives it. */
  synchronized Object call(String... command) throws IOException {
    return pipe.call(Arrays.asList(command));
  }

  @Override
  public void close() {
    try {
      if (pipe != null) {
        pipe.close();
      }
      process.close();
    } catch (Exception e) {
      throw new SaleException("Redis does not stop: " + e.getMessage(), e);
    }
  }
}
