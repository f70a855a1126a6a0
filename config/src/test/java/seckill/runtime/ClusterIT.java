package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.config.ClusterSettings;
import seckill.testkit.TestPorts;
import seckill.testkit.TestVertx;

class ClusterIT {

  private static Vertx node(int port, List<String> members) {
    ClusterSettings settings =
        new ClusterSettings(true, "127.0.0.1", port, 0, 0, members, 4000, 1500, 2000, 30_000);
    return TestVertx.await(VertxFactory.create(settings, VertxFactory.meters()));
  }

  @Test
  @DisplayName("two nodes that name each other join over TCP and exchange messages")
  void exchangesMessages() {
    int one = TestPorts.free();
    int two = TestPorts.free();
    List<String> members = List.of("127.0.0.1:" + one, "127.0.0.1:" + two);
    Vertx first = node(one, members);
    Vertx second = node(two, members);
    try {
      EventBus bus = first.eventBus();
      TestVertx.await(
          bus.<JsonObject>consumer(
                  "test.greet",
                  message ->
                      message.reply(new JsonObject().put("hello", message.body().getString("me"))))
              .completion());
      JsonObject greeting = new JsonObject().put("me", "飞🍾");
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .untilAsserted(
              () -> {
                Message<JsonObject> reply =
                    TestVertx.await(second.eventBus().request("test.greet", greeting));
                assertThat(reply.body().getString("hello")).isEqualTo("飞🍾");
              });
    } finally {
      TestVertx.await(second.close());
      TestVertx.await(first.close());
    }
  }

  @Test
  @DisplayName("no protocol of the cluster uses multicast")
  void usesNoMulticast() throws IOException {
    String stack = resource("jgroups-tcp.xml").replaceAll("(?s)<!--.*?-->", "");
    assertThat(stack)
        .contains("<TCP ", "<TCPPING ", "use_mcast_xmit=\"false\"", "diag.enabled=\"false\"")
        .doesNotContain("UDP", "MPING", "mcast_addr", "MULTICAST");
    assertThat(resource("infinispan.xml")).contains("seckill/runtime/jgroups-tcp.xml");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = VertxFactory.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
