package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;

class ScriptLayersTest {
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final ScriptLayers layers = new ScriptLayers(meters);

  private double count(String layer, String outcome) {
    return meters.get("seckill.gate").tags("layer", layer, "outcome", outcome).counter().count();
  }

  @Test
  @DisplayName("who is refused by a layer of the script has passed those before it")
  void refusal() {
    layers.count(PurchaseResult.of(Outcome.SOLD_OUT));

    assertThat(count("reservation", "PASSED")).isEqualTo(1);
    assertThat(count("admission", "PASSED")).isEqualTo(1);
    assertThat(count("stock", "SOLD_OUT")).isEqualTo(1);
    assertThat(count("stock", "PASSED")).isZero();
    assertThat(count("challenge-pass", "PASSED")).isZero();
  }

  @Test
  @DisplayName("an accepted purchase has passed them all")
  void accepted() {
    layers.count(new PurchaseResult(Outcome.ACCEPTED, "o1", false, 0, 1));

    assertThat(count("reservation", "PASSED")).isEqualTo(1);
    assertThat(count("challenge-pass", "PASSED")).isEqualTo(1);
  }

  @Test
  @DisplayName("what is answered before the layers counts at none of them")
  void before() {
    layers.count(new PurchaseResult(Outcome.DUPLICATE, "o1", false, 0, 1));
    layers.count(new PurchaseResult(Outcome.ACCEPTED, "o1", true, 0, 1));
    layers.count(new PurchaseResult(Outcome.CHALLENGE_INVALID, "o1", false, 0, 1));
    layers.count(PurchaseResult.of(Outcome.PAUSED));

    assertThat(meters.get("seckill.gate").counters())
        .allSatisfy(counter -> assertThat(counter.count()).isZero());
  }
}
