package seckill.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StoreSourceTest {

  private static StoreSource choose(Map<String, String> environment) {
    return StoreSource.choose(environment, StoreSource.REDIS_URL);
  }

  @Test
  @DisplayName("a URL comes before Docker, Docker before the local server, and only when asked for")
  void keepsTheOrder() {
    String url = StoreSource.REDIS_URL;
    String stores = StoreSource.STORES;
    assertThat(choose(Map.of())).isEqualTo(StoreSource.LOCAL);
    assertThat(choose(Map.of(url, "", stores, ""))).isEqualTo(StoreSource.LOCAL);
    assertThat(choose(Map.of(stores, "embedded"))).isEqualTo(StoreSource.LOCAL);
    assertThat(choose(Map.of(stores, "docker"))).isEqualTo(StoreSource.DOCKER);
    assertThat(choose(Map.of(url, "redis://x"))).isEqualTo(StoreSource.URL);
    assertThat(choose(Map.of(url, "redis://x", stores, "docker"))).isEqualTo(StoreSource.URL);
    assertThat(choose(Map.of(StoreSource.MYSQL_URL, "mysql://x"))).isEqualTo(StoreSource.LOCAL);
  }

  @Test
  @DisplayName("a run that asks for an unknown source fails and says what there is")
  void refusesUnknownSources() {
    for (String asked : new String[] {"Docker", "podman", " docker", "none"}) {
      assertThatThrownBy(() -> choose(Map.of(StoreSource.STORES, asked)))
          .hasMessage("SECKILL_TEST_STORES must be docker or embedded, not '" + asked + "'");
    }
  }
}
