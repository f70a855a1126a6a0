package seckill.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.embedded.RedisExecProvider;

/** A Redis server as a child process, on the loopback address. */
public final class EmbeddedRedis implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedRedis.class);
  private static final long START_SECONDS = 120;
  private static final int SOCKET_TIMEOUT_MILLIS = 1000;

  private final int port;
  private final String source;
  private final ServerProcess process;

  private EmbeddedRedis(int port, String source, ServerProcess process) {
    this.port = port;
    this.source = source;
    this.process = process;
  }

  /**
   * Starts a server that writes an append-only file, so that its data survive a restart.
   *
   * @param directory for data and log; created if absent
   * @param port 0 for any free one
   */
  public static EmbeddedRedis durable(Path directory, int port) {
    return start(
        directory, port, List.of("--appendonly", "yes", "--appendfsync", "everysec", "--save", ""));
  }

  /** Starts a server that writes nothing. */
  public static EmbeddedRedis inMemory(Path directory) {
    return start(directory, 0, List.of("--appendonly", "no", "--save", ""));
  }

  /**
   * Starts a server.
   *
   * @param directory for data and log; created if absent
   * @param port 0 for any free one
   * @param arguments more arguments for redis-server
   * @throws EmbeddedStoreException if it does not start
   */
  public static EmbeddedRedis start(Path directory, int port, List<String> arguments) {
    Binary binary = binary();
    int chosen = port == 0 ? FreePorts.one() : port;
    ServerProcess.requireFree("Redis", chosen);
    List<String> command = new ArrayList<>();
    command.add(binary.path().toString());
    command.addAll(List.of("--port", Integer.toString(chosen), "--bind", "127.0.0.1"));
    command.addAll(List.of("--dir", directory.toAbsolutePath().toString()));
    command.addAll(List.of("--daemonize", "no", "--maxmemory-policy", "noeviction"));
    command.addAll(List.of("--lazyfree-lazy-expire", "yes", "--lazyfree-lazy-user-del", "yes"));
    command.addAll(arguments);
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new EmbeddedStoreException(
          "cannot create " + directory + ": " + EmbeddedStoreException.reason(e), e);
    }
    return launch(command, chosen, directory, binary);
  }

  /**
   * Starts a sentinel.
   *
   * @param directory for its configuration and log; created if absent
   * @param configuration lines of its configuration, without port and address
   * @throws EmbeddedStoreException if it does not start
   */
  public static EmbeddedRedis sentinel(Path directory, List<String> configuration) {
    Binary binary = binary();
    int port = FreePorts.one();
    List<String> lines = new ArrayList<>(List.of("port " + port, "bind 127.0.0.1"));
    lines.addAll(configuration);
    Path file = directory.toAbsolutePath().resolve("sentinel.conf");
    try {
      Files.createDirectories(directory);
      Files.write(file, lines);
    } catch (IOException e) {
      throw new EmbeddedStoreException(
          "cannot write " + file + ": " + EmbeddedStoreException.reason(e), e);
    }
    return launch(
        List.of(binary.path().toString(), file.toString(), "--sentinel"), port, directory, binary);
  }

  private static EmbeddedRedis launch(
      List<String> command, int port, Path directory, Binary binary) {
    ServerProcess process =
        ServerProcess.start("Redis", command, directory, directory.resolve("redis.log"));
    process.awaitReady(() -> answersPing(port), START_SECONDS);
    LOG.info("Redis on port {} from {}", port, binary.source());
    return new EmbeddedRedis(port, binary.source(), process);
  }

  private record Binary(Path path, String source) {}

  private static synchronized Binary binary() {
    try {
      Path path = RedisExecProvider.defaultProvider().get().toPath();
      return new Binary(path, "the embedded binary");
    } catch (IOException | RuntimeException e) {
      Path onPath = ServerProcess.onPath("redis-server");
      if (onPath != null) {
        return new Binary(onPath, onPath.toString());
      }
      throw new EmbeddedStoreException(
          "no Redis: the embedded binary does not fit this machine ("
              + EmbeddedStoreException.reason(e)
              + ") and there is no redis-server on PATH; set SECKILL_REDIS_URL",
          e);
    }
  }

  private static boolean answersPing(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), SOCKET_TIMEOUT_MILLIS);
      socket.setSoTimeout(SOCKET_TIMEOUT_MILLIS);
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      String answer = firstLine(socket.getInputStream());
      // A server that asks for a password is up; one that still loads its data is not.
      return answer.startsWith("+PONG") || answer.startsWith("-NOAUTH");
    } catch (IOException e) {
      return false;
    }
  }

  private static String firstLine(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\r'; c = in.read()) {
      line.append((char) c);
    }
    return line.toString();
  }

  /** {@code redis://127.0.0.1:port}. */
  public String url() {
    return "redis://127.0.0.1:" + port;
  }

  public int port() {
    return port;
  }

  public long pid() {
    return process.pid();
  }

  /** Where the program came from. */
  public String source() {
    return source;
  }

  /**
   * Leaves the stop at the end of this JVM to the caller, who must {@link #close()} this server
   * after everything that uses it; otherwise the server ends as soon as the JVM begins to.
   */
  public void stopByCaller() {
    process.forgetHook();
  }

  /** Ends the server as a crash would. */
  public void kill() {
    process.kill();
  }

  @Override
  public void close() {
    process.close();
  }
}
