package seckill.standalone.catalog;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import seckill.config.ConfigException;
import seckill.config.YamlFile;
import seckill.contract.ItemSpec;
import seckill.contract.SeckillException;

/**
 * Reads a YAML file of items.
 *
 * <p>The file has {@code items}, each with the fields of {@link ItemSpec}, and optionally a window
 * for all items that name none of their own. A window is {@code startAt} and {@code endAt}, or
 * {@code opensIn} and {@code duration} (ISO-8601 durations) counted from the moment of reading. A
 * {@code page} beside {@code items} is what the pages of all items share.
 */
public final class ItemFile {
  private static final String PAGE = "page";
  private static final Set<String> WINDOW = Set.of("startAt", "endAt", "opensIn", "duration");
  private static final Set<String> TOP =
      Set.of("items", "startAt", "endAt", "opensIn", "duration", PAGE);

  private final String name;
  private final Instant now;

  private ItemFile(String name, Instant now) {
    this.name = name;
    this.now = now;
  }

  /**
   * Reads and checks a file.
   *
   * @param now what relative times count from
   * @throws ConfigException one line that names file, item and field
   */
  public static List<ItemSpec> read(Path file, Instant now) {
    try (InputStream in = Files.newInputStream(file)) {
      return read(file.toString(), in, now);
    } catch (IOException e) {
      throw new ConfigException("cannot read the item file " + file);
    }
  }

  /** Reads and checks the text of a file with this name. */
  public static List<ItemSpec> read(String name, InputStream in, Instant now) {
    try {
      return new ItemFile(name, now).items(YamlFile.read(name, in));
    } catch (IOException e) {
      throw new ConfigException("cannot read the item file " + name);
    }
  }

  private List<ItemSpec> items(JsonObject document) {
    for (String field : document.fieldNames()) {
      if (!TOP.contains(field)) {
        throw new ConfigException(name + ": unknown field '" + field + "'");
      }
    }
    if (!(document.getValue("items") instanceof JsonArray items) || items.isEmpty()) {
      throw new ConfigException(name + ": items must be a list of at least one item");
    }
    List<ItemSpec> specs = new ArrayList<>();
    Map<Long, Integer> places = new HashMap<>();
    for (int i = 0; i < items.size(); i++) {
      int number = i + 1;
      ItemSpec spec = item(number, items.getValue(i), document);
      Integer earlier = places.put(spec.itemId(), number);
      if (earlier != null) {
        throw refused(number, "itemId '" + spec.itemId() + "' is that of item " + earlier);
      }
      specs.add(spec);
    }
    return specs;
  }

  private ItemSpec item(int number, Object value, JsonObject document) {
    if (!(value instanceof JsonObject item)) {
      throw refused(number, "must have fields");
    }
    JsonObject fields = item.copy();
    JsonObject window = fields.fieldNames().stream().anyMatch(WINDOW::contains) ? item : document;
    WINDOW.forEach(fields::remove);
    try {
      placePage(document, fields);
      placeWindow(window, fields);
      return ItemSpec.fromJson(fields);
    } catch (SeckillException e) {
      throw refused(number, e.getMessage());
    }
  }

  private static void placePage(JsonObject document, JsonObject fields) {
    if (document.getValue(PAGE) instanceof JsonObject shared) {
      if (fields.getValue(PAGE, new JsonObject()) instanceof JsonObject own) {
        fields.put(PAGE, shared.copy().mergeIn(own));
      }
    } else if (document.containsKey(PAGE)) {
      throw SeckillException.badRequest("page must be an object");
    }
  }

  private void placeWindow(JsonObject window, JsonObject fields) {
    if (window.containsKey("opensIn") || window.containsKey("duration")) {
      if (window.containsKey("startAt") || window.containsKey("endAt")) {
        throw SeckillException.badRequest(
            "give either startAt and endAt, or opensIn and duration, not both");
      }
      Instant start = later(now, window, "opensIn");
      fields.put("startAt", start.toString());
      fields.put("endAt", later(start, window, "duration").toString());
    } else {
      fields.put("startAt", window.getValue("startAt"));
      fields.put("endAt", window.getValue("endAt"));
    }
  }

  private static Instant later(Instant from, JsonObject window, String field) {
    try {
      if (window.getValue(field) instanceof String text) {
        return from.plus(Duration.parse(text));
      }
    } catch (DateTimeException | ArithmeticException e) {
      // Told below, together with the missing ones.
    }
    throw SeckillException.badRequest(
        field + " must be an ISO-8601 duration like PT1H30M, got " + window.getValue(field));
  }

  private ConfigException refused(int number, String reason) {
    return new ConfigException(name + ": item " + number + ": " + reason);
  }
}
