package seckill.config;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.regex.Pattern;

/** Hides secrets wherever settings are printed. */
public final class SecretMask {
  private static final String MASK = "***";
  private static final Pattern USER_INFO = Pattern.compile("(://[^/@:]*):.*@");
  private static final Pattern PASSWORD_PARAMETER = Pattern.compile("(?i)([?&]password=)[^&]*");

  private SecretMask() {}

  /** A copy of a settings document without the values of secret settings. */
  public static JsonObject mask(String service, JsonObject settings) {
    JsonObject masked = settings.copy();
    for (Map.Entry<String, JsonObject> leaf : SettingsSchema.of(service).leaves().entrySet()) {
      String[] names = leaf.getKey().split("\\.");
      JsonObject node = masked;
      for (int i = 0; node != null && i < names.length - 1; i++) {
        node = node.getJsonObject(names[i]);
      }
      String name = names[names.length - 1];
      if (node == null || node.getValue(name) == null) {
        continue;
      }
      if (leaf.getValue().getBoolean("secret", false)) {
        node.put(name, MASK);
      } else if (SettingsSchema.isUrl(leaf.getKey())) {
        node.put(name, maskUrl(node.getString(name)));
      }
    }
    return masked;
  }

  /** A URL without its password, wherever the URL has one. */
  public static String maskUrl(String url) {
    // Up to the last @, since people forget to encode the ones in a password.
    return PASSWORD_PARAMETER
        .matcher(USER_INFO.matcher(url).replaceFirst("$1:" + MASK + "@"))
        .replaceAll("$1" + MASK);
  }
}
