package seckill.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A CA for tests with the certificates that it signs, as PEM files; made by the JDK's keytool. */
public final class TestCertificates {
  private static final String PASSWORD = "changeit";
  private static final String CA = "ca";
  private static final Base64.Encoder PEM = Base64.getMimeEncoder(64, new byte[] {'\n'});

  private final Path directory;
  private final Path store;

  /**
   * Makes a CA.
   *
   * @param directory for the files; of this CA alone
   */
  public TestCertificates(Path directory) {
    this.directory = directory;
    this.store = directory.resolve("all.p12");
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    make(CA, "-dname", "CN=CA for tests", "-ext", "bc:c", "-validity", "30");
  }

  /** PEM file with the certificate of the CA. */
  public Path ca() {
    return directory.resolve("ca.pem");
  }

  /** PEM file with a certificate that was signed. */
  public Path certificate(String name) {
    return directory.resolve(name + ".pem");
  }

  /** PEM file with the private key of a certificate that was signed. */
  public Path key(String name) {
    return directory.resolve(name + ".key");
  }

  /**
   * Signs a certificate.
   *
   * @param alternatives for whom it is, like {@code ip:127.0.0.1,dns:localhost}
   */
  public TestCertificates sign(String name, String alternatives) {
    return sign(name, alternatives, "-validity", "30");
  }

  /** Signs a certificate that was good until yesterday. */
  public TestCertificates signExpired(String name, String alternatives) {
    return sign(name, alternatives, "-startdate", "-3d", "-validity", "2");
  }

  private TestCertificates sign(String name, String alternatives, String... validity) {
    List<String> arguments =
        new ArrayList<>(
            List.of("-dname", "CN=" + name, "-signer", CA, "-ext", "san=" + alternatives));
    arguments.addAll(List.of(validity));
    make(name, arguments.toArray(String[]::new));
    return this;
  }

  private void make(String name, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                name,
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD));
    command.addAll(List.of(arguments));
    try {
      Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
      keytool.getOutputStream().close();
      String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (keytool.waitFor() != 0) {
        throw new IllegalStateException("keytool: " + said);
      }
      export(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot read what keytool made", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private void export(String name) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    write(certificate(name), "CERTIFICATE", keys.getCertificate(name).getEncoded());
    Key key = keys.getKey(name, PASSWORD.toCharArray());
    write(key(name), "PRIVATE KEY", key.getEncoded());
  }

  private static void write(Path file, String kind, byte[] content) throws IOException {
    String begin = "-----BEGIN " + kind + "-----\n";
    String end = "\n-----END " + kind + "-----\n";
    Files.writeString(file, begin + PEM.encodeToString(content) + end);
  }
}
