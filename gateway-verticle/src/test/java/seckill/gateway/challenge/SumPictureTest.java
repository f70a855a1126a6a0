package seckill.gateway.challenge;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SumPictureTest {
  private static final String URI_PREFIX = "data:image/png;base64,";
  private static final int MANY = 300;

  private static byte[] png(SumPicture picture) {
    assertThat(picture.image()).startsWith(URI_PREFIX);
    return Base64.getDecoder().decode(picture.image().substring(URI_PREFIX.length()));
  }

  @Test
  @DisplayName("a picture is a small PNG with ink on paper, in any other program's eyes, too")
  void isPng() throws IOException {
    for (int i = 0; i < MANY; i++) {
      byte[] png = png(SumPicture.draw());
      BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));

      assertThat(png).hasSizeLessThan(4096);
      assertThat(image.getWidth()).isEqualTo(172);
      assertThat(image.getHeight()).isEqualTo(60);
      assertThat(ink(image)).isBetween(0.04, 0.4);
    }
  }

  private static double ink(BufferedImage image) {
    int dark = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        dark += (image.getRGB(x, y) & 0xff) < 0x80 ? 1 : 0;
      }
    }
    return (double) dark / (image.getWidth() * image.getHeight());
  }

  @Test
  @DisplayName("no two pictures are alike, and no few answers fit many of them")
  void differ() {
    List<SumPicture> pictures = Stream.generate(SumPicture::draw).limit(MANY).toList();
    Set<String> images = new HashSet<>();
    Set<String> answers = new HashSet<>();
    pictures.forEach(
        picture -> {
          images.add(picture.image());
          answers.add(picture.answer());
        });

    assertThat(images).hasSize(MANY);
    assertThat(answers).hasSizeGreaterThan(40);
    assertThat(answers)
        .allSatisfy(answer -> assertThat(Integer.parseInt(answer)).isBetween(1, 118));
  }

  @Test
  @DisplayName("every character of a sum has its strokes, within its place")
  void glyphs() {
    for (char character : "0123456789+-=?".toCharArray()) {
      assertThat(Glyph.of(character).strokes())
          .as("%s", character)
          .isNotEmpty()
          .allSatisfy(
              stroke -> {
                for (double[] point : stroke) {
                  assertThat(point[0]).isBetween(-0.5, Glyph.WIDTH + 0.5);
                  assertThat(point[1]).isBetween(-0.5, Glyph.HEIGHT + 0.5);
                }
              });
    }
  }
}
