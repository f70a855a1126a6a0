package seckill.standalone.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TokenMintTest {
  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochSecond(1_000_000), ZoneOffset.UTC);

  @Test
  @DisplayName("a token carries its user byte for byte, and an expiry")
  void carriesUserAndExpiry() {
    String token = new TokenMint("secret", CLOCK).buyer("用户 é🍶", Duration.ofSeconds(60));

    byte[] claims = Base64.getUrlDecoder().decode(token.split("\\.")[1]);
    JsonObject json = new JsonObject(new String(claims, StandardCharsets.UTF_8));
    assertThat(json.getString("sub")).isEqualTo("用户 é🍶");
    assertThat(json.getLong("exp")).isEqualTo(1_000_060);
  }

  @Test
  @DisplayName("another secret gives another signature")
  void signsWithTheSecret() {
    String one = new TokenMint("one", CLOCK).buyer("u1", Duration.ofSeconds(60));
    String two = new TokenMint("two", CLOCK).buyer("u1", Duration.ofSeconds(60));

    assertThat(one.split("\\.")[1]).isEqualTo(two.split("\\.")[1]);
    assertThat(one.split("\\.")[2]).isNotEqualTo(two.split("\\.")[2]);
  }
}
