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
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;
import seckill.config.ConfigException;
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

  private static final int MAX_DEPTH = 16;

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
    return new ItemFile(name, now).items(in);
  }

  private List<ItemSpec> items(InputStream in) {
    JsonObject document = document(in);
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

  private JsonObject document(InputStream in) {
    try {
      LoaderOptions options = new LoaderOptions();
      options.setAllowDuplicateKeys(false);
      DumperOptions unused = new DumperOptions();
      Object tree =
          new Yaml(
                  new SafeConstructor(options),
                  new Representer(unused),
                  unused,
                  options,
                  new PlainScalars())
              .load(in);
      if (tree instanceof Map<?, ?> map) {
        return json(map, 0);
      }
    } catch (YAMLException e) {
      String reason = e.getMessage().lines().findFirst().orElse("");
      throw new ConfigException(name + " is not YAML: " + reason);
    }
    throw new ConfigException(name + ": must have a list named items");
  }

  private JsonObject json(Map<?, ?> map, int depth) {
    JsonObject json = new JsonObject();
    map.forEach((key, value) -> json.put(String.valueOf(key), json(value, depth + 1)));
    return json;
  }

  private Object json(Object value, int depth) {
    if (depth > MAX_DEPTH) {
      // An alias can make a list contain itself.
      throw new ConfigException(name + ": is nested too deep");
    }
    if (value instanceof Map<?, ?> map) {
      return json(map, depth);
    }
    if (value instanceof List<?> list) {
      JsonArray array = new JsonArray();
      list.forEach(element -> array.add(json(element, depth + 1)));
      return array;
    }
    return value;
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

  // YAML would read a time without a zone as UTC, 010 as eight and 1:30 as ninety, in silence.
  private static final class PlainScalars extends Resolver {
    private static final Pattern PLAIN_INTEGER = Pattern.compile("-?(0|[1-9][0-9]*)");

    @Override
    public void addImplicitResolver(Tag tag, Pattern regexp, String first, int limit) {
      if (tag == Tag.INT) {
        super.addImplicitResolver(tag, PLAIN_INTEGER, "-0123456789", limit);
      } else if (tag != Tag.TIMESTAMP) {
        super.addImplicitResolver(tag, regexp, first, limit);
      }
    }
  }

  private ConfigException refused(int number, String reason) {
    return new ConfigException(name + ": item " + number + ": " + reason);
  }
}
