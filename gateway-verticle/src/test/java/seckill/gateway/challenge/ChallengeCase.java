package seckill.gateway.challenge;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import seckill.config.SettingsLoader;

/** Settings as they are by default but for a few, and a regime by them. */
abstract class ChallengeCase {
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  long nanos = TimeUnit.HOURS.toNanos(1);

  static JsonObject section(Object... namesAndValues) {
    JsonObject section = new JsonObject();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      section.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return new SettingsLoader("gateway")
        .load(new JsonObject().put(ChallengeSettings.SECTION, section), Map.of())
        .getJsonObject(ChallengeSettings.SECTION);
  }

  ChallengeRegime regime(Object... namesAndValues) {
    return ChallengeRegime.load(ChallengeSettings.of(section(namesAndValues)), meters, () -> nanos);
  }

  static String demoBank() {
    return Path.of("../config/demo/quiz.yaml").toString();
  }

  void passMillis(long millis) {
    nanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  double events(String event) {
    return meters.get("seckill.gateway.challenges").tag("event", event).counter().count();
  }
}
