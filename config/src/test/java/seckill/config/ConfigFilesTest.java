package seckill.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ConfigFilesTest {

  private static JsonObject load(String service) {
    return new SettingsLoader(service).load(Path.of(service + ".yaml"), Map.of());
  }

  @Test
  @DisplayName("the four files can be used as they are, on one machine at a time")
  void filesFitTogether() {
    Set<Integer> clusterPorts = new HashSet<>();
    Set<Integer> managementPorts = new HashSet<>();
    for (String service : SettingsSchema.SERVICES) {
      JsonObject settings = load(service);
      ClusterSettings cluster = ClusterSettings.of(settings);
      assertThat(cluster.enabled()).isTrue();
      assertThat(cluster.members()).contains(cluster.host() + ":" + cluster.port());
      clusterPorts.add(cluster.port());
      managementPorts.add(ManagementSettings.of(settings).port());
    }
    assertThat(clusterPorts).containsExactlyInAnyOrder(7800, 7801, 7802, 7803);
    assertThat(managementPorts).containsExactlyInAnyOrder(9080, 9081, 9082, 9083);
  }

  @Test
  @DisplayName("no file holds a secret: the gateway's is to be set by the operator")
  void filesHoldNoSecret() {
    assertThat(load("gateway").getJsonObject("token").getString("secret")).isEmpty();
    assertThat(load("gateway").getJsonObject("token").getBoolean("allowDevSecret")).isFalse();
    for (String service : SettingsSchema.SERVICES) {
      JsonObject settings = load(service);
      assertThat(SecretMask.mask(service, settings).encode())
          .isEqualTo(
              settings
                  .copy()
                  .encode()
                  .replaceAll("\"(secret|\\w*Secret|\\w*Password)\":\"\"", "\"$1\":\"***\""));
    }
  }
}
