package seckill.config;

import io.vertx.config.ConfigRetriever;
import io.vertx.config.ConfigRetrieverOptions;
import io.vertx.config.ConfigStoreOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.concurrent.CompletionException;

/** Reads a settings file once, through vertx-config. */
public final class SettingsFile {
  private SettingsFile() {}

  /**
   * Options that keep Vert.x from making a directory for files of the class path, which nothing
   * here reads through it: so no temporary directory is needed.
   */
  public static FileSystemOptions withoutCache() {
    return new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false);
  }

  /**
   * The document in a YAML file. Blocks.
   *
   * @throws ConfigException one line that names the file
   */
  static JsonObject read(Path file) {
    YamlFile.requireReadable(file);
    ConfigStoreOptions store =
        new ConfigStoreOptions()
            .setType("file")
            .setFormat(YamlProcessor.FORMAT)
            .setConfig(new JsonObject().put(YamlProcessor.PATH, file.toAbsolutePath().toString()));
    // Settings come before the service's own Vert.x, whose options they hold.
    Vertx vertx = Vertx.vertx(new VertxOptions().setFileSystemOptions(withoutCache()));
    try {
      // Never scanned again: settings are read once.
      ConfigRetrieverOptions options =
          new ConfigRetrieverOptions().setScanPeriod(-1).addStore(store);
      return ConfigRetriever.create(vertx, options)
          .getConfig()
          .toCompletionStage()
          .toCompletableFuture()
          .join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ConfigException cause) {
        throw cause;
      }
      throw new ConfigException(
          "cannot read the settings file " + file + ": " + e.getCause().getMessage());
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }
}
