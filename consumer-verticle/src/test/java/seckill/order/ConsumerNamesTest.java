package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ConsumerNamesTest {

  @Test
  @DisplayName("equal settings give every start and every instance a name of its own")
  void namesAreUnique() {
    ConsumerNames first = ConsumerNames.of("pen");
    ConsumerNames second = ConsumerNames.of("pen");

    assertThat(Set.of(first.of(0), first.of(1), second.of(0), second.of(1))).hasSize(4);
    assertThat(first.of(0)).startsWith("pen-" + ProcessHandle.current().pid() + "-");
  }

  @Test
  @DisplayName("without a prefix the name begins with the host")
  void hostIsTheDefault() {
    assertThat(ConsumerNames.of("").of(0)).doesNotStartWith("-").contains("-");
  }
}
