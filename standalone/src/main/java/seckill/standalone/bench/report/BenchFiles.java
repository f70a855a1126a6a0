package seckill.standalone.bench.report;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import seckill.standalone.process.SaleException;

/**
 * {@code benchmarks.md} and {@code benchmarks.json} of a directory: the second holds the last
 * results of every part, the first shows them between words written by hand.
 */
public final class BenchFiles {
  private final Path document;
  private final Path data;
  private final BenchBook book;

  /**
   * Reads what is there.
   *
   * @param parts that are to be written; the document must have a section for each
   * @throws SaleException if there is no document, or no place in it for a part
   */
  public BenchFiles(Path directory, List<String> parts) {
    this.document = directory.resolve("benchmarks.md");
    this.data = directory.resolve("benchmarks.json");
    List<String> sections = new ArrayList<>(parts);
    sections.add(BenchBook.GOALS);
    new MarkedDocument(read(document)).require(sections);
    if (!Files.isWritable(document)) {
      throw new SaleException("cannot write to " + document);
    }
    this.book =
        Files.exists(data) ? BenchBook.fromJson(new JsonObject(read(data))) : new BenchBook();
  }

  /** Writes the results of a part into both files. */
  public void write(String part, PartResult result, BenchBook.Run run) {
    book.put(part, result, run);
    MarkedDocument written = new MarkedDocument(read(document));
    for (Map.Entry<String, List<String>> section : book.sections().entrySet()) {
      written = written.with(section.getKey(), section.getValue());
    }
    write(document, written.toString());
    write(data, book.toJson().encodePrettily() + "\n");
  }

  private static String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new SaleException("cannot read " + path + ", which --docs leads to", e);
    }
  }

  private static void write(Path path, String text) {
    try {
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new SaleException("cannot write to " + path + ", which --docs leads to", e);
    }
  }
}
