package seckill.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that are numbers with a fraction; the rate of the shared bucket is one. */
class NumberSettingsTest {
  private final SettingsLoader gateway = new SettingsLoader("gateway");

  @TempDir Path directory;

  private double perSecond(String yaml) throws IOException {
    Path file = directory.resolve("settings.yaml");
    Files.writeString(file, "bucket: {perSecond: " + yaml + "}\n");
    return rate(gateway.load(file, Map.of()));
  }

  private static double rate(JsonObject settings) {
    return settings.getJsonObject("bucket").getDouble("perSecond");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0.0, 0", "0.5, 0.5", "1, 1", "100000, 100000", "10000000.0, 10000000"})
  @DisplayName("a rate may be 0, whole, or a fraction")
  void takesNumbers(String yaml, double rate) throws IOException {
    assertThat(perSecond(yaml)).isEqualTo(rate);
    assertThat(rate(gateway.load(new JsonObject(), Map.of("SECKILL_BUCKET_PER_SECOND", yaml))))
        .isEqualTo(rate);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1",
        "-0.001",
        "-9223372036854775808",
        "10000000.5",
        "2147483648",
        "9223372036854775807",
        "9223372036854775808",
        "'100'",
        "true",
        "null",
        "[1]"
      })
  @DisplayName("a rate below none, beyond the range or no number at all is refused by its name")
  void refusesNonsense(String yaml) {
    assertThatThrownBy(() -> perSecond(yaml))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "bucket.perSecond (SECKILL_BUCKET_PER_SECOND) must be a number from 0 to 10000000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "-1", "1e300", "much", ""})
  @DisplayName("so is one from the environment")
  void refusesNonsenseOfTheEnvironment(String text) {
    Map<String, String> environment = Map.of("SECKILL_BUCKET_PER_SECOND", text);
    assertThatThrownBy(() -> gateway.load(new JsonObject(), environment))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("SECKILL_BUCKET_PER_SECOND");
  }

  @Test
  @DisplayName("a whole number stays needed where a fraction means nothing")
  void refusesFractions() {
    JsonObject document = new JsonObject().put("bucket", new JsonObject().put("burst", 0.5));
    assertThatThrownBy(() -> gateway.load(document, Map.of()))
        .hasMessageContaining("bucket.burst (SECKILL_BUCKET_BURST) must be an integer from 0");
  }
}
