package seckill.standalone.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TeardownTest {
  private final List<String> stopped = new ArrayList<>();
  private final Teardown teardown = new Teardown();

  private AutoCloseable resource(String name) {
    return () -> stopped.add(name);
  }

  @Test
  @DisplayName("what was started last stops first, once, whatever fails on the way")
  void reverseOrder() {
    teardown.add(resource("stores"));
    teardown.add(
        () -> {
          throw new IllegalStateException("stuck");
        });
    teardown.add(resource("gateway"));

    teardown.close();
    teardown.close();

    assertThat(stopped).containsExactly("gateway", "stores");
  }

  @Test
  @DisplayName("what starts after the stop has begun is stopped at once")
  void lateStart() {
    teardown.close();

    assertThatThrownBy(() -> teardown.add(resource("late"))).isInstanceOf(SaleException.class);
    assertThat(stopped).containsExactly("late");
  }
}
