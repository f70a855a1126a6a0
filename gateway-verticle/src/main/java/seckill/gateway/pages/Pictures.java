package seckill.gateway.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.ConfigException;

/** The pictures that items can name: the shipped ones, and those of the operator over them. */
final class Pictures {
  private static final Logger LOG = LoggerFactory.getLogger(Pictures.class);
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]*\\.(svg|png|jpg|webp)");
  private static final Map<String, String> TYPES =
      Map.of("svg", "image/svg+xml", "png", "image/png", "jpg", "image/jpeg", "webp", "image/webp");
  private static final List<String> SHIPPED = List.of("bottle.svg", "concert.svg", "phone.svg");

  private Pictures() {}

  /**
   * All pictures by name; what is no picture, or too large, is left out. Blocks.
   *
   * @throws ConfigException if the operator's directory cannot be read
   */
  static Map<String, byte[]> load(PageSettings settings) {
    Map<String, byte[]> pictures = new LinkedHashMap<>();
    SHIPPED.forEach(name -> pictures.put(name, Resources.bytes(name)));
    for (Path file : files(settings)) {
      try {
        add(pictures, file, settings.maxPictureBytes());
      } catch (IOException e) {
        LOG.warn("left out, it cannot be read: {}", file);
      }
    }
    return pictures;
  }

  /**
   * Another text whenever a file of the operator's directory is another. Blocks.
   *
   * @throws ConfigException if it cannot be read
   */
  static String stamp(PageSettings settings) {
    StringBuilder stamp = new StringBuilder();
    for (Path file : files(settings)) {
      try {
        stamp
            .append(file)
            .append(' ')
            .append(Files.size(file))
            .append(' ')
            .append(Files.getLastModifiedTime(file))
            .append('\n');
      } catch (IOException e) {
        // Gone since it was listed; the next look tells.
        stamp.append(file).append('\n');
      }
    }
    return stamp.toString();
  }

  private static List<Path> files(PageSettings settings) {
    if (settings.pictureDir().isEmpty()) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(Path.of(settings.pictureDir()))) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new ConfigException(
          "pages.pictureDir (SECKILL_PAGES_PICTURE_DIR) cannot be read: " + settings.pictureDir());
    }
  }

  private static void add(Map<String, byte[]> pictures, Path file, int maxBytes)
      throws IOException {
    String name = file.getFileName().toString();
    if (!NAME.matcher(name).matches() || Files.size(file) > maxBytes) {
      LOG.warn("left out, its name is no picture's or it is over {} bytes: {}", maxBytes, file);
      return;
    }
    pictures.put(name, Files.readAllBytes(file));
  }

  /** The media type of a picture of this name. */
  static String type(String name) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("no picture is called " + name);
    }
    return TYPES.get(matcher.group(1));
  }
}
