package seckill.gateway.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SwitchViewTest {
  private long now = -5;
  private final SwitchView view = new SwitchView(new SwitchSettings(1000, 5000), () -> now);

  private void learn(boolean allPaused, long... paused) {
    view.learn(view.ask(), allPaused, paused);
  }

  private void pass(long millis) {
    now += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  @DisplayName("nothing learned yet is paused, and no news alone opens it")
  void unknown() {
    assertThat(view.isPaused(1)).isTrue();
    view.allPaused(false);
    view.paused(1, false);
    assertThat(view.isPaused(1)).isTrue();
    learn(false);
    assertThat(view.isPaused(1)).isFalse();
  }

  @Test
  @DisplayName("what was learned counts for its time, then everything is paused until it is new")
  void tooOld() {
    learn(false, 7);
    pass(5000);
    assertThat(view.isPaused(1)).isFalse();
    pass(1);
    assertThat(view.isPaused(1)).isTrue();
    view.allPaused(false);
    view.paused(1, false);
    assertThat(view.isPaused(1)).isTrue();
    learn(false, 7);
    assertThat(view.isPaused(1)).isFalse();
    assertThat(view.isPaused(7)).isTrue();
  }

  @Test
  @DisplayName("news of one item or of all count at once, for those they are about")
  void news() {
    learn(false, 9, 5);
    view.paused(7, true);
    view.paused(7, true);
    view.paused(9, false);
    view.paused(8, false);
    assertThat(view.isPaused(5)).isTrue();
    assertThat(view.isPaused(7)).isTrue();
    assertThat(view.isPaused(9)).isFalse();
    view.allPaused(true);
    assertThat(view.isPaused(9)).isTrue();
    view.allPaused(false);
    assertThat(view.isPaused(9)).isFalse();
    assertThat(view.isPaused(7)).isTrue();
  }

  @Test
  @DisplayName("an answer that was overtaken by news is not believed")
  void overtaken() {
    learn(false);
    long question = view.ask();
    view.allPaused(true);
    view.learn(question, false, new long[0]);
    assertThat(view.isPaused(1)).isTrue();
    learn(false);
    assertThat(view.isPaused(1)).isFalse();
  }

  @Test
  @DisplayName("of those who share the view one asks per interval")
  void due() {
    assertThat(view.isDue()).isTrue();
    assertThat(view.isDue()).isFalse();
    pass(999);
    assertThat(view.isDue()).isFalse();
    pass(1);
    assertThat(view.isDue()).isTrue();
    assertThat(view.isDue()).isFalse();
  }
}
