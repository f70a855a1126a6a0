package seckill.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RunningSettingsTest {
  private final RunningSettings running =
      new RunningSettings(
          new SettingsLoader("gateway")
              .load(new JsonObject(), Map.of("SECKILL_BUCKET_BURST", "77")));
  private final List<JsonObject> told = new ArrayList<>();

  private RunningSettings.Reader reader(String section, List<JsonObject> log) {
    return new RunningSettings.Reader() {
      @Override
      public String section() {
        return section;
      }

      @Override
      public void configure(JsonObject settings) {
        log.add(settings);
      }
    };
  }

  private void apply(long version, String section, String settings) {
    running.apply(
        version,
        new JsonObject()
            .put(
                section,
                new JsonObject().put("settings", new JsonObject(settings)).put("by", "o")));
  }

  @Test
  @DisplayName("a reader hears the whole section, changed over the file, and only when it differs")
  void tells() {
    running.register(reader("bucket", told));
    assertThat(told).isEmpty();
    apply(5, "bucket", "{\"perSecond\": 9}");
    apply(6, "bucket", "{\"perSecond\": 9}");
    assertThat(told).hasSize(1);
    assertThat(told.get(0))
        .isEqualTo(running.ofFile("bucket").put("perSecond", 9))
        .isEqualTo(running.inForce("bucket"));
    assertThat(told.get(0).getInteger("burst")).isEqualTo(77);
    assertThat(running.change("bucket").getString("by")).isEqualTo("o");
    assertThat(running.version()).isEqualTo(6);
    running.apply(7, new JsonObject());
    assertThat(told).hasSize(2);
    assertThat(told.get(1)).isEqualTo(running.ofFile("bucket"));
    assertThat(running.change("bucket")).isNull();
  }

  @Test
  @DisplayName("a reader that comes later hears at once, and the same one hears once")
  void comesLater() {
    apply(5, "bucket", "{\"perSecond\": 9}");
    RunningSettings.Reader late = reader("bucket", told);
    running.register(late);
    running.register(late);
    assertThat(told).hasSize(1);
    apply(6, "bucket", "{\"perSecond\": 8}");
    assertThat(told).hasSize(2);
  }

  @Test
  @DisplayName("changes that do not fit, or are no changes, leave everything as it was")
  void refusesWhatDoesNotFit() {
    running.register(reader("bucket", told));
    apply(5, "bucket", "{\"perSecond\": 9}");
    apply(6, "bucket", "{\"perSecond\": -1}");
    apply(7, "bucket", "{\"unheardOf\": 1}");
    running.apply(8, new JsonObject().put("bucket", 3));
    running.apply(9, new JsonObject().put("bucket", new JsonObject()));
    assertThat(told).hasSize(1);
    assertThat(running.inForce("bucket").getInteger("perSecond")).isEqualTo(9);
  }

  @Test
  @DisplayName("sections of other services and unknown ones are nobody's business here")
  void ignoresOthers() {
    apply(5, "window", "{\"enabled\": false}");
    apply(6, "nothing", "{\"enabled\": false}");
    assertThat(running.version()).isEqualTo(6);
  }

  @Test
  @DisplayName("a reader that throws keeps no other from hearing")
  void readersAreApart() {
    running.register(
        new RunningSettings.Reader() {
          @Override
          public String section() {
            return "bucket";
          }

          @Override
          public void configure(JsonObject settings) {
            throw new IllegalStateException("on purpose");
          }
        });
    running.register(reader("bucket", told));
    apply(5, "bucket", "{\"perSecond\": 9}");
    assertThat(told).hasSize(1);
  }

  @Test
  @DisplayName("what a reader refuses is not in force, is told with the reason, and can be undone")
  void tellsWhatIsRefused() {
    running.register(
        new RunningSettings.Reader() {
          @Override
          public String section() {
            return "bucket";
          }

          @Override
          public void configure(JsonObject settings) {
            if (settings.getInteger("perSecond") == 9) {
              throw new ConfigException("not nine");
            }
            told.add(settings);
          }
        });
    assertThat(running.refusal("bucket")).isNull();
    apply(5, "bucket", "{\"perSecond\": 9}");
    assertThat(running.refusal("bucket")).isEqualTo("not nine");
    assertThat(running.inForce("bucket")).isEqualTo(running.ofFile("bucket"));
    assertThat(running.change("bucket").getJsonObject("settings").getInteger("perSecond"))
        .isEqualTo(9);
    apply(6, "bucket", "{\"perSecond\": 8}");
    assertThat(running.refusal("bucket")).isNull();
    assertThat(running.inForce("bucket").getInteger("perSecond")).isEqualTo(8);
    apply(7, "bucket", "{\"perSecond\": 9}");
    running.apply(8, new JsonObject());
    assertThat(running.refusal("bucket")).isNull();
    assertThat(told.get(told.size() - 1)).isEqualTo(running.ofFile("bucket"));
  }

  @Test
  @DisplayName("what a reader could not go on with is neither taken nor shown as in force")
  void refusesWhatAReaderRefuses() {
    running.register(reader("bucket", told));
    running.register(
        new RunningSettings.Reader() {
          @Override
          public String section() {
            return "bucket";
          }

          @Override
          public void check(JsonObject settings) {
            if (settings.getInteger("burst") == 13) {
              throw new ConfigException("bucket.burst: not 13");
            }
          }

          @Override
          public void configure(JsonObject settings) {
            check(settings);
          }
        });
    apply(5, "bucket", "{\"burst\": 12}");
    assertThatThrownBy(() -> running.check("bucket", new JsonObject().put("burst", 13)))
        .hasMessage("bucket.burst: not 13");
    running.check("bucket", new JsonObject().put("perSecond", 13));
    apply(6, "bucket", "{\"burst\": 13}");
    assertThat(told).hasSize(1);
    assertThat(running.inForce("bucket").getInteger("burst")).isEqualTo(12);
  }

  @Test
  @DisplayName("what is handed out is a copy")
  void copies() {
    running.inForce("bucket").put("perSecond", 1);
    running.ofFile("bucket").put("perSecond", 1);
    assertThat(running.inForce("bucket").getInteger("perSecond")).isEqualTo(100_000);
  }

  @Test
  @DisplayName("every section of the gate belongs to the gateway or to the till")
  void sectionsExist() {
    assertThat(SettingsSchema.of("gateway").defaults().fieldNames())
        .containsAll(GateSections.GATEWAY);
    assertThat(SettingsSchema.of("seckill").defaults().fieldNames()).containsAll(GateSections.TILL);
    assertThat(GateSections.contains("redis")).isFalse();
  }
}
