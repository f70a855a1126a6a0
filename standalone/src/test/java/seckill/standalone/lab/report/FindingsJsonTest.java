package seckill.standalone.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.standalone.lab.version.VersionKind;

class FindingsJsonTest {
  @Test
  @DisplayName("the figures of a version are numbers: median, extremes and every round")
  void tellsFigures() {
    JsonObject json = FindingsJson.of(SampleFindings.whole());
    JsonObject first = json.getJsonArray("versions").getJsonObject(0);

    assertThat(json.getJsonArray("versions")).hasSize(VersionKind.values().length);
    assertThat(first.getString("version")).isEqualTo("V1");
    assertThat(first.getJsonObject("requestsPerSecond"))
        .isEqualTo(new JsonObject().put("median", 2500.0).put("min", 1250.0).put("max", 5000.0));
    assertThat(first.getJsonObject("oversold").getDouble("median")).isEqualTo(1);
    assertThat(first.getJsonObject("commandsSentPerUnit").getDouble("median")).isEqualTo(3);
    assertThat(first.getJsonArray("rounds")).hasSize(3);
    assertThat(first.getJsonArray("rounds").getJsonObject(0).getJsonObject("commandsSent"))
        .isEqualTo(new JsonObject().put("GET", 9L));
    assertThat(json.getJsonArray("broken")).isEmpty();
  }

  @Test
  @DisplayName("the trials of single versions are there if they took place, and only then")
  void tellsTrials() {
    List<String> trials = List.of("retries", "watched", "lostUnit", "edge");

    assertThat(FindingsJson.of(SampleFindings.whole()).fieldNames()).containsAll(trials);
    assertThat(FindingsJson.of(SampleFindings.of(VersionKind.V3)).fieldNames())
        .doesNotContainAnyElementsOf(trials);
  }
}
