package seckill.standalone;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import seckill.standalone.process.SaleException;

/** The file that an option {@code --json} names; absent if there is none. */
final class JsonFile {
  private final Path path;

  /**
   * Checks the file at once, so that nobody waits for a result that cannot be written.
   *
   * @param path may be {@code null}
   * @throws SaleException that names the file
   */
  JsonFile(Path path) {
    this.path = path;
    put("");
  }

  /** Replaces what the file holds. */
  void write(JsonObject json) {
    put(json.encodePrettily() + "\n");
  }

  private void put(String text) {
    try {
      if (path != null) {
        Files.writeString(
            path,
            text,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            text.isEmpty() ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
      }
    } catch (IOException e) {
      throw new SaleException("cannot write to " + path + ", which --json names", e);
    }
  }
}
