package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.SeckillException;
import seckill.gateway.token.SubjectGlance;
import seckill.gateway.token.TokenKeys;
import seckill.gateway.token.TokenSettings;
import seckill.gateway.token.TokenVerifier;
import seckill.testkit.MovingClock;

/** Holds the reading before verification against the verifier's, with random claims. */
class SubjectDifferentialTest {
  private static final int ROUNDS = 20_000;
  private static final long NOW = 1_800_000_000L;
  private static final JsonObject HEADER = new JsonObject().put("alg", "HS256");
  private static final String[] NAMES = {"sub", "exp", "iss", "aud", "role", "act", "x", "Sub", ""};
  private static final String[] TEXTS = {
    "u1", "u2", "sub", "飞天", "🍶", "a/b", "\"sub\":\"u9\"", ""
  };

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private final TokenVerifier verifier = verifier();

  private static TokenVerifier verifier() {
    TokenSettings settings = TokenSettings.of(TestGate.settings(Map.of()));
    return new TokenVerifier(
        settings, TokenKeys.load(settings), new MovingClock(Instant.ofEpochSecond(NOW)));
  }

  @Test
  @DisplayName("whoever the verifier lets in is seen before it, and nobody is taken for another")
  void agreesWithTheVerifier() {
    int accepted = 0;
    for (int i = 0; i < ROUNDS; i++) {
      byte[] payload = claims().getBytes(StandardCharsets.UTF_8);
      if (random.nextInt(4) == 0) {
        payload[random.nextInt(payload.length)] = (byte) random.nextInt(256);
      }
      String token = TestTokens.sign(HEADER, payload, TestTokens.SECRET);
      String what = "seed " + seed + ": " + new String(payload, StandardCharsets.ISO_8859_1);
      String seen = SubjectGlance.of(token);
      String verified = verified(token);
      if (verified != null) {
        accepted++;
        assertThat(seen).as(what).isEqualTo(verified);
      }
      if (seen != null) {
        // Another parser, so that both cannot be wrong in the same way.
        String text = new String(payload, StandardCharsets.UTF_8);
        assertThat(new JsonObject(text).getValue("sub")).as(what).isEqualTo(seen);
      }
    }
    assertThat(accepted).as("seed " + seed).isGreaterThan(ROUNDS / 20);
  }

  private String verified(String token) {
    try {
      return verifier.verify(token).userId();
    } catch (SeckillException e) {
      return null;
    }
  }

  private String claims() {
    StringBuilder json = new StringBuilder().append(blank()).append('{');
    int members = random.nextInt(4);
    int subject = random.nextInt(members + 1);
    for (int i = 0; i <= members; i++) {
      if (i == subject && random.nextInt(10) > 0) {
        member(json, "sub", random.nextInt(10) == 0 ? value(2) : text(pick(TEXTS)));
      } else {
        String name = random.nextInt(3) > 0 ? "n" + i : pick(NAMES);
        member(json, name, name.equals("exp") ? Long.toString(NOW + 60) : value(2));
      }
      json.append(',');
    }
    member(json, "exp", random.nextInt(10) == 0 ? value(1) : Long.toString(NOW + 60));
    return json.append('}').append(blank()).toString();
  }

  private void member(StringBuilder json, String name, String value) {
    json.append(blank()).append(text(name)).append(blank()).append(':');
    json.append(blank()).append(value).append(blank());
  }

  private String value(int depth) {
    return switch (random.nextInt(depth > 0 ? 7 : 4)) {
      case 0 -> Integer.toString(random.nextInt());
      case 1 -> pick("true", "false", "null", "1e400", "-0", "99999999999999999999999");
      case 2, 3 -> text(pick(TEXTS));
      case 4 -> "[" + value(depth - 1) + "," + text("sub") + "]";
      case 5 -> "[".repeat(random.nextInt(30)) + "1";
      default -> {
        StringBuilder object = new StringBuilder("{");
        member(object, pick(NAMES), value(depth - 1));
        yield object.append('}').toString();
      }
    };
  }

  private String text(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char letter : text.toCharArray()) {
      if (letter == '"' || random.nextInt(8) == 0) {
        json.append(String.format("\\u%04x", (int) letter));
      } else if (letter == '/' && random.nextBoolean()) {
        json.append("\\/");
      } else {
        json.append(letter);
      }
    }
    return json.append('"').toString();
  }

  private String blank() {
    return random.nextInt(3) > 0 ? "" : pick(" ", "\n", "\t", "\r\n  ");
  }

  private String pick(String... of) {
    return of[random.nextInt(of.length)];
  }
}
