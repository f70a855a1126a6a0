package seckill.config;

import io.vertx.config.spi.ConfigProcessor;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;

/**
 * Reads YAML for vertx-config, with errors of one line that name the file and the line.
 *
 * <p>The processor that vertx-config-yaml brings takes duplicate keys in silence and answers a
 * mistake with a page of parser state.
 */
public final class YamlProcessor implements ConfigProcessor {
  /** The format of a store that this processor reads. */
  static final String FORMAT = "seckill-yaml";

  /** The field of a file store's configuration that names the file. */
  static final String PATH = "path";

  @Override
  public String name() {
    return FORMAT;
  }

  @Override
  public Future<JsonObject> process(Vertx vertx, JsonObject configuration, Buffer input) {
    try {
      Path file = Path.of(configuration.getString(PATH));
      return Future.succeededFuture(YamlFile.settings(file, input.getBytes()));
    } catch (ConfigException e) {
      return Future.failedFuture(e);
    }
  }
}
