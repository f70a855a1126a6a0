package seckill.config;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** The content of a YAML file as a document, with errors of one line. */
public final class YamlFile {
  private static final int MAX_DEPTH = 10;

  private final String name;

  private YamlFile(String name) {
    this.name = name;
  }

  /**
   * The document in a file that a setting names. Blocks.
   *
   * @throws ConfigException one line that names the setting, the file and, where there is one, the
   *     line
   */
  public static JsonObject read(String setting, Path file) {
    try {
      return new YamlFile(setting + ": " + file).document(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new ConfigException(setting + ": cannot read " + file);
    }
  }

  /**
   * The document in a file; an empty file is an empty document.
   *
   * @param content the file's bytes
   * @throws ConfigException one line that names the file and, where there is one, the line
   */
  static JsonObject parse(Path file, byte[] content) {
    return new YamlFile("the settings file " + file).document(content);
  }

  private JsonObject document(byte[] content) {
    Object root = parse(text(content));
    if (root == null) {
      return new JsonObject();
    }
    if (root instanceof Map<?, ?> sections) {
      return object(sections, 0);
    }
    throw refused("must be sections with settings below them");
  }

  private String text(byte[] content) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      throw refused("is not UTF-8");
    }
  }

  private Object parse(String text) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    try {
      return new Yaml(new SafeConstructor(options)).load(text);
    } catch (MarkedYAMLException e) {
      Mark mark = e.getProblemMark();
      String where = mark == null ? "" : " in line " + (mark.getLine() + 1);
      throw refused("is not YAML" + where + ": " + e.getProblem());
    } catch (YAMLException e) {
      throw refused("is not YAML: " + e.getMessage());
    }
  }

  private JsonObject object(Map<?, ?> map, int depth) {
    JsonObject object = new JsonObject();
    map.forEach(
        (name, value) -> {
          if (!(name instanceof String text)) {
            throw refused("has a name that is not text: " + name);
          }
          object.put(text, value(value, depth + 1));
        });
    return object;
  }

  private Object value(Object value, int depth) {
    if (depth > MAX_DEPTH) {
      // Also what a list or section that contains itself ends with.
      throw refused("is nested too deep");
    }
    if (value instanceof Map<?, ?> map) {
      return object(map, depth);
    }
    if (value instanceof List<?> list) {
      JsonArray array = new JsonArray();
      list.forEach(element -> array.add(value(element, depth + 1)));
      return array;
    }
    boolean plain = value == null || value instanceof Number || value instanceof Boolean;
    // What is left are texts, and times that nobody quoted.
    return plain ? value : String.valueOf(value);
  }

  private ConfigException refused(String why) {
    return new ConfigException(name + " " + why);
  }
}
