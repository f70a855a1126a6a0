package seckill.testkit;

import io.vertx.redis.client.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds every Redis command that the sources of a module name, in scripts and in Java. */
public final class CommandsInCode {
  /** Commands whose first argument is a part of their name. */
  private static final Set<String> CONTAINERS = Set.of("XGROUP", "XINFO", "CONFIG", "SCRIPT");

  /** In scripts also arguments and values of fields; as commands they are called directly. */
  private static final Set<String> AMBIGUOUS = Set.of("OPEN", "TYPE", "TIME", "SET", "GET");

  private static final Pattern CALL =
      Pattern.compile("redis\\.p?call\\('([A-Z]+)'(?:, *'([A-Z]+)')?");
  private static final Pattern WORD = Pattern.compile("'([A-Z]{3,})'");
  private static final Pattern JAVA =
      Pattern.compile("Command\\.([A-Z]+)\\b\\)?(?:\\s*\\.arg\\(\"([A-Z]+)\"\\))?");
  private static final Set<String> KNOWN =
      Arrays.stream(Command.class.getFields())
          .filter(field -> field.getType() == Command.class)
          .map(Field::getName)
          .collect(Collectors.toSet());

  private CommandsInCode() {}

  /** The names as an ACL has them, for example {@code xinfo|groups}. */
  public static Set<String> of(Path module) {
    Set<String> found = new TreeSet<>();
    Path main = module.resolve("src/main");
    for (String script : texts(main.resolve("resources"), ".lua")) {
      collect(CALL, script, word -> true, found);
      // A script may hand the name of a command to a function of its own.
      collect(
          WORD,
          script,
          word -> KNOWN.contains(word) && !CONTAINERS.contains(word) && !AMBIGUOUS.contains(word),
          found);
    }
    for (String source : texts(main.resolve("java"), ".java")) {
      collect(JAVA, source, KNOWN::contains, found);
    }
    return found;
  }

  private static void collect(
      Pattern pattern, String text, Predicate<String> counts, Set<String> found) {
    Matcher match = pattern.matcher(text);
    while (match.find()) {
      String name = match.group(1);
      if (counts.test(name)) {
        boolean container = CONTAINERS.contains(name) && match.groupCount() > 1;
        found.add((container ? name + "|" + match.group(2) : name).toLowerCase(Locale.ROOT));
      }
    }
  }

  private static List<String> texts(Path directory, String suffix) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().endsWith(suffix))
          .map(CommandsInCode::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
