package seckill.config;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.regex.Pattern;

/**
 * The PEM files with which a store is reached over TLS; an empty name for none.
 *
 * @param caFile certificates that the server's must be signed by; none for those of the JVM
 * @param certificateFile what this client shows of itself, with what it is signed by
 * @param keyFile the private key of that, not encrypted
 */
public record TlsFiles(String caFile, String certificateFile, String keyFile) {
  private static final Pattern PRIVATE_KEY =
      Pattern.compile("-----BEGIN ((RSA|EC) )?PRIVATE KEY-----");

  static TlsFiles of(JsonObject tls) {
    return new TlsFiles(
        tls.getString("caFile"), tls.getString("certificateFile"), tls.getString("keyFile"));
  }

  /** Whether this client shows a certificate. */
  public boolean hasCertificate() {
    return !certificateFile.isEmpty();
  }

  /** Whether none is named. */
  public boolean isEmpty() {
    return caFile.isEmpty() && certificateFile.isEmpty() && keyFile.isEmpty();
  }

  /**
   * Reads the files, to find out what is wrong with them before anything is connected. Blocks.
   *
   * @param section that holds their names, like {@code mysql.tls}
   * @throws ConfigException one line that names the setting and the file
   */
  void check(String section) {
    if (certificateFile.isEmpty() != keyFile.isEmpty()) {
      throw new ConfigException(
          named(section, "certificateFile")
              + " and "
              + named(section, "keyFile")
              + " must be set both or not at all");
    }
    if (!caFile.isEmpty()) {
      requireCertificates(named(section, "caFile"), caFile);
    }
    if (hasCertificate()) {
      requireCertificates(named(section, "certificateFile"), certificateFile);
      requireKey(named(section, "keyFile"), keyFile);
    }
  }

  static String named(String section, String name) {
    return SettingsSchema.named(section + "." + name);
  }

  private static void requireCertificates(String setting, String file) {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      if (CertificateFactory.getInstance("X.509").generateCertificates(in).isEmpty()) {
        throw new ConfigException(setting + " holds no PEM certificate: " + file);
      }
    } catch (IOException | InvalidPathException e) {
      throw new ConfigException(setting + " names a file that cannot be read: " + file);
    } catch (CertificateException e) {
      throw new ConfigException(setting + " holds no PEM certificate: " + file);
    }
  }

  private static void requireKey(String setting, String file) {
    try {
      if (!PRIVATE_KEY.matcher(Files.readString(Path.of(file))).find()) {
        throw new ConfigException(
            setting + " holds no private key in PEM that is not encrypted: " + file);
      }
    } catch (IOException | InvalidPathException e) {
      throw new ConfigException(setting + " names a file that cannot be read: " + file);
    }
  }
}
