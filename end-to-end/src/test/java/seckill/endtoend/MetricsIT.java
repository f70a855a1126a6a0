package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** What Prometheus gets of a product that runs, and of one that was started again. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class MetricsIT {
  private static final long ITEM = 1001;
  private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z0-9_:]+)(?:\\{(.*)\\})? \\S+");
  private static final Pattern LABEL = Pattern.compile("([a-zA-Z0-9_]+)=\"([^\"]*)\"");

  /** A UUID or a hash, an address with a port, an object's identity, the number of a thread. */
  private static final Pattern PASSING =
      Pattern.compile(
          "[0-9a-fA-F]{8}|:[0-9]{2,5}\\b|@[0-9a-f]+$|[-_ #]\\d+$|\\d{1,3}(\\.\\d{1,3}){3}");

  /** Labels whose values are numbers by nature: bounds of buckets, and quantiles. */
  private static final Set<String> NUMBERS = Set.of("le", "quantile");

  private static Map<String, Set<String>> labels(String metrics) {
    Map<String, Set<String>> labels = new TreeMap<>();
    metrics
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(SAMPLE::matcher)
        .filter(Matcher::matches)
        .filter(sample -> sample.group(2) != null)
        .forEach(
            sample ->
                LABEL
                    .matcher(sample.group(2))
                    .results()
                    .filter(label -> !NUMBERS.contains(label.group(1)))
                    .forEach(
                        label ->
                            labels
                                .computeIfAbsent(
                                    sample.group(1) + "/" + label.group(1), any -> new TreeSet<>())
                                .add(label.group(2))));
    return labels;
  }

  private static String run(TestRedis redis, TestMySql mysql, long itemId) throws IOException {
    try (SaleFixture sale = SaleFixture.inThisJvm(redis, mysql)) {
      sale.open(itemId, 5);
      assertThat(sale.buy(itemId, "u1").code()).isEqualTo("ACCEPTED");
      sale.settled(itemId);
      return Scrape.of(sale.services().managementPort());
    }
  }

  private static Stream<String> withoutHelp(String metrics) {
    Set<String> helped = new TreeSet<>();
    Set<String> typed = new TreeSet<>();
    metrics
        .lines()
        .forEach(
            line -> {
              String[] words = line.split(" ", 4);
              if (line.startsWith("# HELP ") && words.length == 4 && !words[3].isBlank()) {
                helped.add(words[2]);
              } else if (line.startsWith("# TYPE ")) {
                typed.add(words[2]);
              }
            });
    return typed.stream().filter(name -> !helped.contains(name));
  }

  @Test
  @DisplayName("every metric of a running product has a help text")
  void help(TestRedis redis, TestMySql mysql) throws IOException {
    assertThat(withoutHelp(run(redis, mysql, ITEM))).isEmpty();
  }

  @Test
  @DisplayName("no label of a metric has another value after another start")
  void labels(TestRedis redis, TestMySql mysql) throws IOException {
    Map<String, Set<String>> first = labels(run(redis, mysql, ITEM));
    Map<String, Set<String>> second = labels(run(redis, mysql, ITEM + 1));

    second.forEach(
        (label, values) -> {
          assertThat(values).as(label).noneMatch(value -> PASSING.matcher(value).find());
          if (label.startsWith("vertx_")) {
            assertThat(values).as(label).isEqualTo(first.get(label));
          }
        });
    assertThat(second).containsKey("vertx_pool_in_use/pool_name");
  }
}
