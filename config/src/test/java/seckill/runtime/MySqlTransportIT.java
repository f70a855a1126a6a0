package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetServer;
import io.vertx.junit5.VertxExtension;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.config.MySqlSettings;
import seckill.config.SettingsLoader;
import seckill.testkit.TestVertx;

@ExtendWith(VertxExtension.class)
class MySqlTransportIT {

  @Test
  @DisplayName("a server that accepts connections and says nothing does not exhaust the pool")
  void silentServer(Vertx vertx) {
    AtomicInteger accepted = new AtomicInteger();
    NetServer silent = vertx.createNetServer().connectHandler(socket -> accepted.incrementAndGet());
    TestVertx.await(silent.listen(0, "127.0.0.1"));
    JsonObject section =
        new JsonObject()
            .put("url", "mysql://root@127.0.0.1:" + silent.actualPort() + "/none")
            .put("poolSize", 1)
            .put("connectTimeoutMillis", 100)
            .put("queryTimeoutMillis", 100);
    MySqlLink link =
        new MySqlLink(
            vertx,
            MySqlSettings.of(
                new SettingsLoader("reconcile")
                    .load(new JsonObject().put("mysql", section), Map.of())));

    await()
        .pollInSameThread()
        .untilAsserted(
            () -> {
              assertThatThrownBy(() -> TestVertx.await(link.ping())).isNotNull();
              assertThat(accepted).hasValueGreaterThanOrEqualTo(3);
            });
    TestVertx.await(silent.close());
  }
}
