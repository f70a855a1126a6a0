package seckill.standalone.bench.report;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import seckill.standalone.process.SaleException;
import seckill.standalone.report.DocsDirectory;

/**
 * {@code benchmarks.md} and {@code benchmarks.json} of a directory: the second holds the last
 * results of every part, the first shows them between words written by hand.
 */
public final class BenchFiles {
  private static final String DOCUMENT = "benchmarks.md";
  private static final String DATA = "benchmarks.json";

  private final DocsDirectory docs;
  private final BenchBook book;

  /**
   * Reads what is there.
   *
   * @param parts that are to be written; the document must have a section for each
   * @throws SaleException if there is no document, or no place in it for a part
   */
  public BenchFiles(Path directory, List<String> parts) {
    this.docs = new DocsDirectory(directory);
    List<String> sections = new ArrayList<>(parts);
    sections.add(BenchBook.GOALS);
    docs.require(DOCUMENT, sections);
    this.book =
        docs.has(DATA) ? BenchBook.fromJson(new JsonObject(docs.read(DATA))) : new BenchBook();
  }

  /** Writes the results of a part into both files. */
  public void write(String part, PartResult result, BenchBook.Run run) {
    book.put(part, result, run);
    docs.update(DOCUMENT, book.sections());
    docs.write(DATA, book.toJson().encodePrettily() + "\n");
  }
}
