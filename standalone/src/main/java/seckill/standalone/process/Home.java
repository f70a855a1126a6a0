package seckill.standalone.process;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the product's files are: the directory that holds the {@code seckill} command. */
public final class Home {
  private Home() {}

  /** The home that the environment or the build names, or the one around this program. */
  public static Path find() {
    String named = System.getProperty("seckill.root", System.getenv("SECKILL_HOME"));
    if (named != null) {
      return Path.of(named);
    }
    try {
      Path here = Path.of(Home.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      for (Path up = here; up != null; up = up.getParent()) {
        if (Files.isDirectory(up.resolve("gateway-verticle"))) {
          return up;
        }
      }
    } catch (URISyntaxException e) {
      throw new SaleException("cannot tell where this program lies", e);
    }
    throw new SaleException("cannot find the product's directory; set SECKILL_HOME");
  }

  /** The fat jar of a service. */
  public static Path jar(String service) {
    Path jar = find().resolve(service + "-verticle/target/" + service + "-verticle.jar");
    if (!Files.isRegularFile(jar)) {
      throw new SaleException("missing " + jar + "; build it with ./mvnw -DskipTests package");
    }
    return jar;
  }
}
