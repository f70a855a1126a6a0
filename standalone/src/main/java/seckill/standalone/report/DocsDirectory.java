package seckill.standalone.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import seckill.standalone.process.SaleException;

/**
 * The directory of documents that {@code --docs} names.
 *
 * @param path of it
 */
public record DocsDirectory(Path path) {

  /**
   * Makes sure that a document can be brought up to date, so that nobody waits for figures that
   * cannot be written.
   *
   * @param sections that it must have
   * @throws SaleException that says what is in the way
   */
  public void require(String name, Collection<String> sections) {
    document(name).require(sections);
    for (Path written : List.of(path, path.resolve(name))) {
      if (!Files.isWritable(written)) {
        throw new SaleException("cannot write to " + written + ", which --docs leads to");
      }
    }
  }

  /** Puts other lines into sections of a document. */
  public void update(String name, Map<String, List<String>> sections) {
    write(name, document(name).with(sections));
  }

  private MarkedDocument document(String name) {
    return new MarkedDocument(path.resolve(name).toString(), read(name));
  }

  /** Whether there is such a file. */
  public boolean has(String name) {
    return Files.exists(path.resolve(name));
  }

  /** The content of a file. */
  public String read(String name) {
    Path file = path.resolve(name);
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new SaleException("cannot read " + file + ", which --docs leads to", e);
    }
  }

  /** Writes a file anew. */
  public void write(String name, String text) {
    Path file = path.resolve(name);
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new SaleException("cannot write to " + file + ", which --docs leads to", e);
    }
  }
}
