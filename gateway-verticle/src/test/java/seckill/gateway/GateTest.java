package seckill.gateway;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** A gateway and a till's stand-in with ten units for each test. */
@ExtendWith(VertxExtension.class)
abstract class GateTest {
  static final String ITEM = "1001";

  Vertx vertx;
  TillStandIn till;
  TestGate gate;

  @BeforeEach
  void start(Vertx injected) {
    vertx = injected;
    till = new TillStandIn(vertx, stock());
    gate = new TestGate(vertx, clock(), environment());
  }

  @AfterEach
  void stop() {
    gate.stop();
  }

  long stock() {
    return 10;
  }

  Clock clock() {
    return Clock.systemUTC();
  }

  Map<String, String> environment() {
    return Map.of();
  }
}
