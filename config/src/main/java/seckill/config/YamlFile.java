package seckill.config;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.yaml.snakeyaml.nodes.Node;

/**
 * The content of a YAML file as a document: settings, items and questions are all read here.
 *
 * <p>Every refusal is one line that names the file, the line in it and the cause. How much a file
 * may hold is bounded by {@link YamlLimits}.
 */
public final class YamlFile {
  private static final String CANNOT_READ = "cannot read ";

  private final String name;
  private final boolean strict;

  private YamlFile(String name, boolean strict) {
    this.name = name;
    this.strict = strict;
  }

  /**
   * The document in a file that a setting names; read as strictly as the settings are. Blocks.
   *
   * @throws ConfigException one line that names the setting, the file and, where there is one, the
   *     line
   */
  public static JsonObject read(String setting, Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return new YamlFile(setting + ": " + file, true).document(bounded(in));
    } catch (IOException e) {
      throw new ConfigException(setting + ": " + CANNOT_READ + file);
    }
  }

  /**
   * The document in a stream of a file with this name; an empty file is an empty document. What is
   * neither a number, a truth value nor null in its plain form is text as it stands. Blocks.
   *
   * @throws IOException if the stream cannot be read
   * @throws ConfigException one line that names the file and, where there is one, the line
   */
  public static JsonObject read(String name, InputStream in) throws IOException {
    return new YamlFile(name, false).document(bounded(in));
  }

  // One byte more than allowed tells that there are too many, without reading them all.
  private static byte[] bounded(InputStream in) throws IOException {
    return in.readNBytes(YamlLimits.MAX_BYTES + 1);
  }

  /**
   * The document in a settings file; an empty file is an empty document. What another version of
   * YAML would read as something else than text is refused, unless it is quoted.
   *
   * @param content the file's bytes
   * @throws ConfigException one line that names the file and, where there is one, the line
   */
  static JsonObject settings(Path file, byte[] content) {
    return new YamlFile(nameOf(file), true).document(content);
  }

  /**
   * Refuses a settings file that is larger than may be read, before it is.
   *
   * @throws ConfigException one line that names the file
   */
  static void requireReadable(Path file) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new ConfigException(CANNOT_READ + nameOf(file));
    }
    try {
      requireSize(nameOf(file), Files.size(file));
    } catch (IOException e) {
      throw new ConfigException(CANNOT_READ + nameOf(file));
    }
  }

  private static String nameOf(Path file) {
    return "the settings file " + file;
  }

  private static void requireSize(String name, long bytes) {
    if (bytes > YamlLimits.MAX_BYTES) {
      throw new ConfigException(
          name + " is larger than " + YamlLimits.MAX_BYTES + " bytes (limit maxBytes)");
    }
  }

  private JsonObject document(byte[] content) {
    requireSize(name, content.length);
    Node root = YamlTree.of(name, YamlText.of(name, content));
    return root == null ? new JsonObject() : new YamlDocument(name, strict).of(root);
  }
}
