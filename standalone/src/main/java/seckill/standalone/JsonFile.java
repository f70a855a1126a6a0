package seckill.standalone;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import seckill.standalone.process.SaleException;

/** The file that an option {@code --json} names; absent if there is none. */
final class JsonFile {
  private final ResultFile file;

  /**
   * Checks the file at once, so that nobody waits for a result that cannot be written.
   *
   * @param path may be {@code null}
   * @throws SaleException that names the file
   */
  JsonFile(Path path) {
    this.file = new ResultFile(path, "--json");
  }

  /** Replaces what the file holds. */
  void write(JsonObject json) {
    file.write(json.encodePrettily() + "\n");
  }
}
