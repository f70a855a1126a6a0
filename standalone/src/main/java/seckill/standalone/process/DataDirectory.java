package seckill.standalone.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory of data that one process at a time works in. */
public final class DataDirectory implements AutoCloseable {
  private static final long NEEDED_MEGABYTES = 300;
  private static final int BYTES_PER_MEGABYTE_SHIFT = 20;

  private final Path path;
  private final FileChannel channel;
  private boolean throwAway;

  private DataDirectory(Path path, FileChannel channel, boolean throwAway) {
    this.path = path;
    this.channel = channel;
    this.throwAway = throwAway;
  }

  /**
   * Creates the directory if needed, and locks it.
   *
   * @throws SaleException one line: it is a file, cannot be written, is nearly full, or is in use
   */
  public static DataDirectory open(Path path) {
    requireTemporaryDirectory();
    return open(path.toAbsolutePath().normalize(), false);
  }

  /** A new directory that is removed at the end, unless it is to be kept. */
  public static DataDirectory throwAway(boolean keep) {
    requireTemporaryDirectory();
    try {
      return open(Files.createTempDirectory("seckill-"), !keep);
    } catch (IOException e) {
      throw new SaleException("cannot create a temporary directory: " + e.getMessage(), e);
    }
  }

  // The stores put their sockets there, whose paths must be short, whatever the data directory.
  private static void requireTemporaryDirectory() {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    boolean there = Files.isDirectory(temporary);
    if (!there || !Files.isWritable(temporary)) {
      throw new SaleException(
          "the temporary directory "
              + temporary
              + (there ? " cannot be written to" : " does not exist")
              + "; set JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR to name another");
    }
  }

  private static DataDirectory open(Path path, boolean throwAway) {
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new SaleException("the data directory " + path + " is a file");
    }
    FileChannel channel = null;
    try {
      Files.createDirectories(path);
      channel =
          FileChannel.open(
              path.resolve("lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      lock(path, channel);
      requireSpace(path);
      return new DataDirectory(path, channel, throwAway);
    } catch (IOException e) {
      close(channel);
      throw new SaleException("cannot write to the data directory " + path + ": " + reason(e), e);
    } catch (SaleException e) {
      close(channel);
      throw e;
    }
  }

  // The messages of file system exceptions are often the bare file name.
  private static String reason(IOException e) {
    return e.getClass().getSimpleName().replaceAll("([a-z])([A-Z])", "$1 $2")
        + " "
        + e.getMessage();
  }

  private static void lock(Path path, FileChannel channel) throws IOException {
    FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      ByteBuffer holder = ByteBuffer.allocate(32);
      channel.read(holder, 0);
      throw new SaleException(
          "the data directory "
              + path
              + " is in use by process "
              + new String(holder.array(), 0, holder.position(), StandardCharsets.US_ASCII));
    }
    channel.truncate(0);
    String pid = Long.toString(ProcessHandle.current().pid());
    channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
  }

  private static void requireSpace(Path path) throws IOException {
    long megabytes = Files.getFileStore(path).getUsableSpace() >> BYTES_PER_MEGABYTE_SHIFT;
    if (megabytes < NEEDED_MEGABYTES) {
      throw new SaleException(
          "only "
              + megabytes
              + " MB are free for the data directory "
              + path
              + "; it needs "
              + NEEDED_MEGABYTES);
    }
  }

  public Path path() {
    return path;
  }

  /** Leaves it where it is at the end after all. */
  public void keep() {
    throwAway = false;
  }

  @Override
  public void close() {
    close(channel);
    if (throwAway) {
      delete(path);
    }
  }

  private static void close(FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      throw new SaleException("cannot remove " + directory + ": " + e.getMessage(), e);
    }
  }
}
