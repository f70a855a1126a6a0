package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import seckill.standalone.process.LocalSale;
import seckill.standalone.process.Node;
import seckill.standalone.process.Ports;
import seckill.standalone.rehearsal.Plan;
import seckill.standalone.rehearsal.Progress;
import seckill.standalone.rehearsal.Rehearsal;
import seckill.standalone.rehearsal.RehearsalReport;
import seckill.standalone.rehearsal.gate.GateRehearsal;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class GateRehearsalIT {
  private static final long SEED = 11;
  private static final int USERS = 90;
  private static final Plan PLAN = new Plan(2, 20, USERS, 3, SEED, 40, 0, Duration.ofSeconds(120));

  @Test
  @DisplayName("with every layer on, the honest buy everything and scripts of all kinds nothing")
  void honestBuyersAndScripts(@TempDir Path directory, TestRedis redis, TestMySql mysql) {
    GateRehearsal gate = new GateRehearsal(SEED, GateRehearsal.usualScripts(USERS));
    Node.Base base = new Node.Base(redis.url(), mysql.url(), "127.0.0.1");
    List<Node> nodes = Node.plan(base, Ports.free(2), gate.settings(directory));
    Progress quiet = new Progress(new PrintWriter(Writer.nullWriter()), false);
    try (LocalSale system = LocalSale.start(nodes);
        Rehearsal rehearsal = gate.on(system, PLAN, quiet, Clock.systemUTC())) {
      RehearsalReport report = rehearsal.run(null);

      String all = String.join("\n", report.lines());
      assertThat(report.verdict().breaches()).as(all).isEmpty();
      assertThat(report.verdict().line()).startsWith("PASS sold=40 landed=40");
      assertThat(report.outcomes()).as(all).containsOnlyKeys("ACCEPTED", "SOLD_OUT");
      JsonArray funnel = report.toJson().getJsonArray("funnel");
      assertThat(funnel)
          .as(all)
          .extracting(row -> ((JsonObject) row).getString("layer"))
          .startsWith("address", "blacklist", "address-limit", "switch", "sold-out", "token");
    }
  }
}
