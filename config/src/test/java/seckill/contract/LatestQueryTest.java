package seckill.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatestQueryTest {
  @Test
  @DisplayName("nothing said is the first page of everything")
  void usual() {
    assertThat(LatestQuery.of(new JsonObject()))
        .isEqualTo(new LatestQuery(null, Long.MAX_VALUE, LatestQuery.USUAL_LIMIT));
    assertThat(LatestQuery.of(new JsonObject("{\"itemId\":\"7\",\"before\":\"9\",\"limit\":500}")))
        .isEqualTo(new LatestQuery(7L, 9, 500));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"limit\":0}",
        "{\"limit\":501}",
        "{\"limit\":\"5\"}",
        "{\"before\":\"x\"}",
        "{\"before\":\"-1\"}",
        "{\"before\":\"9999999999999999999\"}",
        "{\"itemId\":\"x\"}",
        "{\"after\":\"1\"}"
      })
  @DisplayName("what makes no sense is refused")
  void refused(String json) {
    assertThatThrownBy(() -> LatestQuery.of(new JsonObject(json)))
        .isInstanceOf(SeckillException.class);
  }
}
