package seckill.standalone.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WrkTest {
  @Test
  @DisplayName("the line of the script is found among what wrk prints")
  void parses() throws IOException {
    LoadResult result =
        Wrk.parse("Running 1s test\nRESULT 2000 500000 7 1 100 900 950 1000 0\nRequests/sec: 1\n");
    assertThat(result).isEqualTo(new LoadResult(2000, 4000, 7, 1, 100, 900, 950, 1000, 0));
  }

  @Test
  @DisplayName("without that line the run has failed, with what wrk said")
  void noResult() {
    assertThatThrownBy(() -> Wrk.parse("unable to connect"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("unable to connect");
  }
}
