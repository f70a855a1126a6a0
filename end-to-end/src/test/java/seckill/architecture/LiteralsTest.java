package seckill.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;

/** Addresses and keys have one home; what ArchUnit cannot see is looked for in the sources. */
class LiteralsTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path CONTRACT =
      ROOT.resolve("config/src/main/java/seckill/contract").normalize();

  private static List<Path> sources(String suffix) throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.map(path -> path.resolve("src/main")).toList()) {
        if (Files.isDirectory(module)) {
          try (Stream<Path> files = Files.walk(module)) {
            files
                .filter(file -> file.toString().endsWith(suffix))
                .filter(file -> !file.startsWith(CONTRACT))
                .forEach(sources::add);
          }
        }
      }
    }
    return sources;
  }

  private static List<String> hits(String suffix, Pattern pattern) throws IOException {
    List<String> hits = new ArrayList<>();
    for (Path source : sources(suffix)) {
      List<String> lines = Files.readAllLines(source);
      for (int i = 0; i < lines.size(); i++) {
        if (pattern.matcher(lines.get(i)).find()) {
          hits.add(ROOT.relativize(source) + ":" + (i + 1) + " " + lines.get(i).strip());
        }
      }
    }
    return hits;
  }

  @Test
  @DisplayName("no bus address is written out anywhere but in the contract")
  void addressesHaveOneHome() throws IOException {
    String addresses =
        Arrays.stream(Addresses.class.getDeclaredFields())
            .filter(field -> field.getType() == String.class)
            .map(LiteralsTest::value)
            .map(Pattern::quote)
            .collect(Collectors.joining("|"));
    assertThat(addresses).contains("seckill.purchase");
    assertThat(sources(".java")).hasSizeGreaterThan(50);
    assertThat(hits(".java", Pattern.compile("\"(" + addresses + ")\""))).isEmpty();
    assertThat(hits(".java", Pattern.compile("\"seckill\\.(event|item|order|purchase|queue)\\.")))
        .isEmpty();
  }

  private static String value(Field constant) {
    try {
      return (String) constant.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @DisplayName("no Redis key is written out anywhere but in the contract, scripts included")
  void keysHaveOneHome() throws IOException {
    // What a person reads after "seckill: " is a message, not a key.
    assertThat(hits(".java", Pattern.compile("\"seckill:[^ \"]"))).isEmpty();
    assertThat(hits(".lua", Pattern.compile("['\"]seckill:"))).isEmpty();
    assertThat(sources(".lua")).isNotEmpty();
  }
}
