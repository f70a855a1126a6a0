package seckill.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownVariablesTest {
  @ParameterizedTest
  @CsvSource({
    "SECKILL_HTP_PORT, 8080, SECKILL_HTTP_PORT",
    "SECKILL_HTTP_PROT, 8080, SECKILL_HTTP_PORT",
    "SECKILL_CLUSTERPORT, 7800, SECKILL_CLUSTER_PORT",
    "SECKILL_REDIS_ULR, redis://x, SECKILL_REDIS_URL",
    "SECKILL_TARGTE, x, SECKILL_TARGET",
    "SECKILL_TOKEN_SECRET_FIEL, x, SECKILL_TOKEN_SECRET_FILE",
    "SECKILL_GATEWAY_PORT, 8080, ''",
    "SECKILL_NONSENSE, 8080, ''",
    "SECKILL_PORT_8080_TCP, 8080, ''",
    "SECKILL_SERVICE_HOST, gateway.example, ''"
  })
  @DisplayName("a mistake in a variable's name is refused by every service, with the one meant")
  void suggestsVariables(String variable, String value, String meant) {
    for (String service : SettingsSchema.SERVICES) {
      assertThatThrownBy(
              () -> new SettingsLoader(service).load((Path) null, Map.of(variable, value)))
          .isInstanceOf(ConfigException.class)
          .hasMessage(
              "unknown environment variable "
                  + variable
                  + (meant.isEmpty() ? "" : "; did you mean " + meant + "?"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SECKILL_HTTP_PORT, tcp://10.0.0.9:8080",
    "SECKILL_HTTP_PORT, udp://10.0.0.9:53",
    "SECKILL_HTTP_PORT, tcp://[fd00::1]:8080",
    "SECKILL_CLUSTER_PORT, tcp://10.0.0.9:7800",
    "SECKILL_MANAGEMENT_PORT, tcp://10.0.0.9:9080",
    "SECKILL_CLUSTER_BUS_PORT, tcp://10.0.0.9:9080",
    "SECKILL_PORT, tcp://10.0.0.9:80",
    "SECKILL_SERVICE_HOST, 10.0.0.9",
    "SECKILL_HTTP_SERVICE_HOST, fd00::1",
    "SECKILL_HTTP_SERVICE_PORT, 8080",
    "SECKILL_HTTP_SERVICE_PORT_WEB, 8080",
    "SECKILL_HTTP_PORT_8080_TCP, tcp://10.0.0.9:8080",
    "SECKILL_HTTP_PORT_8080_TCP_PROTO, tcp",
    "SECKILL_HTTP_PORT_8080_TCP_PORT, 8080",
    "SECKILL_HTTP_PORT_8080_TCP_ADDR, 10.0.0.9"
  })
  @DisplayName("what Kubernetes sets for a service is no setting, even under the name of one")
  void ignoresServiceLinks(String variable, String value) {
    for (String service : SettingsSchema.SERVICES) {
      assertThat(new SettingsLoader(service).load((Path) null, Map.of(variable, value)))
          .isEqualTo(SettingsSchema.of(service).defaults());
    }
  }

  @Test
  @DisplayName("a port that is no number is refused unless it is the whole address of a service")
  void refusesHalfLinks() {
    SettingsLoader gateway = new SettingsLoader("gateway");
    for (String value : List.of("tcp://10.0.0.9", "tcp://", "http://10.0.0.9:80", "eighty")) {
      assertThatThrownBy(() -> gateway.load((Path) null, Map.of("SECKILL_HTTP_PORT", value)))
          .hasMessage("SECKILL_HTTP_PORT must be of type integer");
    }
  }
}
