package seckill.standalone;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import seckill.standalone.process.SaleException;

/** The file that an option names for a result; absent if there is none. */
final class ResultFile {
  private final Path path;
  private final String option;

  /**
   * Checks the file at once, so that nobody waits for a result that cannot be written.
   *
   * @param path may be {@code null}
   * @param option for messages
   * @throws SaleException that names the file
   */
  ResultFile(Path path, String option) {
    this.path = path;
    this.option = option;
    put("");
  }

  /** Replaces what the file holds. */
  void write(String text) {
    put(text);
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
      throw new SaleException("cannot write to " + path + ", which " + option + " names", e);
    }
  }
}
