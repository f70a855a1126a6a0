package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Promise;
import java.io.IOException;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StopTest extends GateTest {

  @Override
  Map<String, String> environment() {
    return Map.of("SECKILL_BUS_PURCHASE_TIMEOUT_MILLIS", "60000", "SECKILL_HTTP_INSTANCES", "2");
  }

  @Override
  void stop() {
    // Each test stops the gateway itself.
  }

  @Test
  @DisplayName("a stop takes no new connections and lets a purchase under way end")
  void finishesWhatIsUnderWay() {
    Promise<Void> hold = till.holdNext();
    CompletableFuture<Reply> buying = gate.buyAsync("u1", ITEM);
    await().until(() -> till.batches.size() == 1);

    CompletableFuture<Void> stopping = CompletableFuture.runAsync(gate::stop);
    await().until(this::refusesConnections);
    assertThat(buying).isNotDone();
    hold.complete();

    assertThat(buying.join().code()).isEqualTo("ACCEPTED");
    stopping.join();
  }

  private boolean refusesConnections() {
    try (Socket socket = new Socket("127.0.0.1", gate.port())) {
      return !socket.isConnected();
    } catch (IOException e) {
      return true;
    }
  }
}
