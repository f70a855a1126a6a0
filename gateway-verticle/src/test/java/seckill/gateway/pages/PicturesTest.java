package seckill.gateway.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seckill.config.ConfigException;
import seckill.config.SettingsLoader;

class PicturesTest {
  private static final Pattern PICTURE = Pattern.compile("assets/(tea\\.[0-9a-f]{12}\\.png)");

  private static PageSettings settings(Path directory) {
    return PageSettings.of(
        new SettingsLoader("gateway")
            .load(
                new JsonObject(),
                Map.of(
                    "SECKILL_PAGES_PICTURE_DIR",
                    directory.toString(),
                    "SECKILL_PAGES_MAX_PICTURE_BYTES",
                    "1024")));
  }

  private static JsonArray items(long priceCents) {
    return new JsonArray()
        .add(
            new JsonObject()
                .put("itemId", "1")
                .put("name", "Tea")
                .put("priceCents", priceCents)
                .put("startAt", "2026-12-01T02:00:00Z")
                .put("endAt", "2026-12-01T03:00:00Z")
                .put("page", new JsonObject().put("pictures", new JsonArray().add("tea.png"))));
  }

  private static String picture(Pages pages) {
    Matcher matcher = PICTURE.matcher(pages.find("en/items/1/").body().toString());
    return matcher.find() ? matcher.group(1) : null;
  }

  @Test
  @DisplayName("a picture that comes later, or changes, is shown by the next page that is made")
  void readsAgain(@TempDir Path directory) throws IOException {
    Pages pages = Pages.load(settings(directory));
    pages.make(items(1));
    assertThat(picture(pages)).isNull();
    Files.write(directory.resolve("tea.png"), new byte[10]);
    pages.make(items(1));
    String first = picture(pages);
    assertThat(pages.asset(first).type()).isEqualTo("image/png");
    Files.write(directory.resolve("tea.png"), new byte[20]);
    pages.make(items(2));
    assertThat(picture(pages)).isNotEqualTo(first);
    assertThat(pages.asset(picture(pages)).body().length()).isEqualTo(20);
    assertThat(pages.asset(first)).as("for those who have the former page").isNotNull();
  }

  @Test
  @DisplayName("what is too heavy, or no picture by its name, is left out; shipped ones stay")
  void leavesOut(@TempDir Path directory) throws IOException {
    Files.write(directory.resolve("heavy.png"), new byte[1025]);
    Files.write(directory.resolve("page.html"), new byte[1]);
    Files.write(directory.resolve("bottle.svg"), new byte[] {1, 2, 3});
    Map<String, byte[]> pictures = Pictures.load(settings(directory));
    assertThat(pictures).containsOnlyKeys("bottle.svg", "concert.svg", "phone.svg");
    assertThat(pictures.get("bottle.svg")).containsExactly(1, 2, 3);
  }

  @Test
  @DisplayName("a directory that is not there is told at start")
  void needsTheDirectory(@TempDir Path directory) {
    assertThatThrownBy(() -> Pages.load(settings(directory.resolve("none"))))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("SECKILL_PAGES_PICTURE_DIR");
  }
}
