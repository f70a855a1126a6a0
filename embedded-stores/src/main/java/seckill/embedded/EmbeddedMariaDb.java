package seckill.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A MariaDB server as a child process, on the loopback address, with an empty root password. */
public final class EmbeddedMariaDb implements AutoCloseable {
  /** The database that exists after the start. */
  public static final String DATABASE = "seckill";

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedMariaDb.class);
  private static final long START_SECONDS = 120;
  private static final int SOCKET_TIMEOUT_MILLIS = 1000;
  // The first byte of a MySQL greeting's payload is its protocol version; errors start with 0xff.
  private static final int PROTOCOL_VERSION = 10;
  private static final int PACKET_HEADER_BYTES = 4;

  private final int port;
  private final String source;
  private final ServerProcess process;

  private EmbeddedMariaDb(int port, String source, ServerProcess process) {
    this.port = port;
    this.source = source;
    this.process = process;
  }

  /** Starts a server that keeps every committed transaction. */
  public static EmbeddedMariaDb durable(Path directory, int port) {
    return start(
        directory,
        port,
        List.of("--innodb-flush-log-at-trx-commit=1", "--innodb-buffer-pool-size=256M"));
  }

  /** Starts a server for tests: it may forget the last second in a crash of the machine. */
  public static EmbeddedMariaDb fast(Path directory) {
    return start(
        directory,
        0,
        List.of(
            "--innodb-flush-log-at-trx-commit=0",
            "--innodb-buffer-pool-size=128M",
            "--innodb-doublewrite=0"));
  }

  /**
   * Starts a server, and creates its data directory first if there is none.
   *
   * @param directory for data and log
   * @param port 0 for any free one
   * @param arguments more arguments for mariadbd
   * @throws EmbeddedStoreException if it does not start
   */
  public static EmbeddedMariaDb start(Path directory, int port, List<String> arguments) {
    MariaDbBinaries binaries = MariaDbBinaries.find();
    int chosen = port == 0 ? FreePorts.one() : port;
    ServerProcess.requireFree("MariaDB", chosen);
    Path data = directory.resolve("data").toAbsolutePath();
    Path log = directory.resolve("mariadb.log").toAbsolutePath();
    try {
      Files.createDirectories(directory);
      if (!Files.isDirectory(data.resolve("mysql"))) {
        new MariaDbInstall(binaries, log).into(data);
      }
      Path init = directory.resolve("init.sql").toAbsolutePath();
      Files.writeString(
          init, "CREATE DATABASE IF NOT EXISTS " + DATABASE + " CHARACTER SET utf8mb4;\n");
      List<String> command = new ArrayList<>(binaries.server());
      command.addAll(
          List.of(
              "--datadir=" + data,
              "--port=" + chosen,
              "--bind-address=127.0.0.1",
              "--socket=" + socketFile(chosen),
              "--pid-file=" + directory.resolve("mariadb.pid").toAbsolutePath(),
              "--init-file=" + init,
              "--character-set-server=utf8mb4",
              "--skip-name-resolve",
              // Otherwise each start makes a key pair first, for up to 20 s of computing.
              "--skip-ssl",
              "--skip-log-bin",
              "--max-connections=500"));
      addUser(command);
      command.addAll(arguments);
      ServerProcess process = ServerProcess.start("MariaDB", command, directory, log);
      process.awaitReady(() -> greets(chosen), START_SECONDS);
      LOG.info("MariaDB on port {} from {}", chosen, binaries.source());
      return new EmbeddedMariaDb(chosen, binaries.source(), process);
    } catch (IOException e) {
      throw new EmbeddedStoreException(
          "cannot prepare " + directory + ": " + EmbeddedStoreException.reason(e), e);
    }
  }

  // Kept short and out of the data directory: a socket path is limited to about 100 bytes.
  private static Path socketFile(int port) {
    return Path.of(System.getProperty("java.io.tmpdir"), "seckill-mariadb-" + port + ".sock");
  }

  // mariadbd refuses to run as root unless told to.
  static void addUser(List<String> command) {
    if ("root".equals(System.getProperty("user.name"))) {
      command.add("--user=root");
    }
  }

  private static boolean greets(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), SOCKET_TIMEOUT_MILLIS);
      socket.setSoTimeout(SOCKET_TIMEOUT_MILLIS);
      InputStream in = socket.getInputStream();
      return in.readNBytes(PACKET_HEADER_BYTES).length == PACKET_HEADER_BYTES
          && in.read() == PROTOCOL_VERSION;
    } catch (IOException e) {
      return false;
    }
  }

  /** {@code mysql://root@127.0.0.1:port/seckill}. */
  public String url() {
    return "mysql://root@127.0.0.1:" + port + "/" + DATABASE;
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
    removeSocketFile();
  }

  @Override
  public void close() {
    process.close();
    removeSocketFile();
  }

  // A killed server leaves it behind.
  private void removeSocketFile() {
    try {
      Files.deleteIfExists(socketFile(port));
    } catch (IOException e) {
      LOG.warn("cannot remove {}: {}", socketFile(port), EmbeddedStoreException.reason(e));
    }
  }
}
