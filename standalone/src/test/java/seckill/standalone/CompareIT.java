package seckill.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import seckill.standalone.process.Home;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestRedis;

@ExtendWith(RedisExtension.class)
class CompareIT {
  private static final List<String> SMALL =
      List.of(
          "--stock", "20", "--requests", "200", "--clients", "8", "--rounds", "1", "--seed", "5");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int compare(String... more) {
    CommandLine command = SeckillCommand.commandLine();
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    List<String> arguments = new ArrayList<>(List.of("compare"));
    arguments.addAll(SMALL);
    arguments.addAll(List.of(more));
    return command.execute(arguments.toArray(String[]::new));
  }

  @Test
  @DisplayName("a comparison on a throw-away Redis runs to the end and writes its files and pages")
  void runsToTheEnd(@TempDir Path directory) throws IOException {
    Path docs = Home.find().resolve("docs");
    for (String page : List.of("lab.md", "lab.zh-CN.md")) {
      Files.copy(docs.resolve(page), directory.resolve(page));
    }
    Path json = directory.resolve("lab.json");
    Path svg = directory.resolve("chart.svg");

    int code =
        compare("--json", json.toString(), "--svg", svg.toString(), "--docs", directory.toString());

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString()).contains("V6 full script, batched", "seed 5", "PASS");
    JsonObject written = new JsonObject(Files.readString(json));
    assertThat(written.getJsonArray("versions")).hasSize(6);
    assertThat(written.getJsonArray("broken")).isEmpty();
    assertThat(svg)
        .content()
        .startsWith("<svg")
        .isEqualTo(Files.readString(directory.resolve("lab.svg")));
    assertThat(block(directory.resolve("lab.md"), "circumstances")).contains("seed 5");
    for (String page : List.of("lab.md", "lab.zh-CN.md")) {
      for (String sure : List.of("turns", "duels", "lost-unit", "edge")) {
        // What is no luck comes out as the committed pages say.
        assertThat(block(directory.resolve(page), sure)).isEqualTo(block(docs.resolve(page), sure));
      }
    }
  }

  private static String block(Path page, String name) throws IOException {
    String text = Files.readString(page);
    int from = text.indexOf("<!-- measured:" + name + " -->");
    return text.substring(from, text.indexOf("<!-- /measured:", from));
  }

  @Test
  @DisplayName("a Redis that is there is used, and is left as it was")
  void leavesRedisAsItWas(TestRedis redis) {
    redis.command("SET", "mine", "1");

    assertThat(compare("--redis", redis.url(), "--only", "v1,V6")).as(err.toString()).isZero();
    assertThat(out.toString()).contains("V1 read", "V6 full").doesNotContain("V3 Lua");
    assertThat(redis.number("DBSIZE")).isEqualTo(1);
  }

  @Test
  @DisplayName(
      "a Redis with keys of another lab is not touched: one line that names them, exit code 1")
  void respectsOtherLabs(TestRedis redis) {
    redis.command("SET", "seckill-lab:stock", "7");

    assertThat(compare("--redis", redis.url())).isEqualTo(1);
    assertThat(err.toString()).contains("seckill-lab:stock");
    assertThat(redis.get("seckill-lab:stock")).isEqualTo("7");
  }
}
