package seckill.standalone;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import seckill.standalone.client.TokenMint;
import seckill.standalone.process.DevSecret;
import seckill.standalone.process.UsageException;

/** How commands sign in: with a token that is given to them, or with one that they make. */
final class Tokens {
  /** The variable that holds a token of the admin role. */
  static final String ADMIN_TOKEN = "SECKILL_ADMIN_TOKEN";

  private static final String ADMIN_TOKEN_FILE = ADMIN_TOKEN + "_FILE";
  private static final String GIVE_ONE =
      ": give one with --token, " + ADMIN_TOKEN + " or " + ADMIN_TOKEN_FILE;
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]+");

  private Tokens() {}

  /**
   * The tokens of an operator.
   *
   * @param given on the command line, or {@code null}
   * @throws UsageException if there is none and none can be made
   */
  static Supplier<String> ofOperator(String given, Map<String, String> environment) {
    String token = given == null ? ofEnvironment(environment) : checked("--token", given);
    if (token != null) {
      return () -> token;
    }
    return mint(settings(environment, GIVE_ONE))::operator;
  }

  private static String ofEnvironment(Map<String, String> environment) {
    String token = environment.get(ADMIN_TOKEN);
    String file = environment.get(ADMIN_TOKEN_FILE);
    if (token != null && file != null) {
      throw new UsageException(ADMIN_TOKEN_FILE + " and " + ADMIN_TOKEN + " are both set");
    }
    if (file != null) {
      return checked(ADMIN_TOKEN_FILE, read(file));
    }
    return token == null ? null : checked(ADMIN_TOKEN, token);
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException | InvalidPathException e) {
      throw new UsageException(ADMIN_TOKEN_FILE + " names a file that cannot be read: " + file, e);
    }
  }

  // A token is a secret, too, so it is not repeated.
  private static String checked(String where, String text) {
    String token = text.strip();
    if (!TOKEN.matcher(token).matches()) {
      throw new UsageException(where + " is no bearer token");
    }
    return token;
  }

  /**
   * Makes tokens for the secret, the issuer and the audience that the environment names, or for the
   * secret that {@code run} accepts.
   *
   * @throws UsageException if it names keys that tokens cannot be made with
   */
  static TokenMint mint(Map<String, String> environment) {
    return mint(settings(environment));
  }

  private static TokenMint mint(JsonObject token) {
    return new TokenMint(
        token.getString("secret"),
        token.getString("issuer"),
        token.getString("audience"),
        Clock.systemUTC());
  }

  /** The gateway's settings that tokens can be made for; the same refusals. */
  static JsonObject settings(Map<String, String> environment) {
    return settings(environment, "");
  }

  private static JsonObject settings(Map<String, String> environment, String hint) {
    JsonObject token =
        GatewaySettings.section(
            "token", new JsonObject().put("secret", DevSecret.VALUE), environment);
    if (!token.getString("algorithm").equals(TokenMint.ALGORITHM)) {
      throw new UsageException(
          "tokens are "
              + token.getString("algorithm")
              + " (SECKILL_TOKEN_ALGORITHM), which only your issuer can make"
              + hint);
    }
    if (token.getString("secret").isEmpty()) {
      throw new UsageException("SECKILL_TOKEN_SECRET is empty");
    }
    return token;
  }
}
