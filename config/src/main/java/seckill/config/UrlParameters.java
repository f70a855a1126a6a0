package seckill.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Refuses what stands after the question mark of a store's URL, and names the right setting. */
final class UrlParameters {
  private static final String TLS_MODE = "tls.mode";
  private static final String BEFORE = "%s belongs before the question mark";
  private static final String FIXED = "%s is not to be chosen";

  /** By the name in small letters, without - and _: the setting in the URL's section, or a hint. */
  private static final Map<String, String> MYSQL =
      Map.ofEntries(
          Map.entry("sslmode", TLS_MODE),
          Map.entry("ssl", TLS_MODE),
          Map.entry("usessl", TLS_MODE),
          Map.entry("requiressl", TLS_MODE),
          Map.entry("verifyservercertificate", TLS_MODE),
          Map.entry("sslca", "tls.caFile"),
          Map.entry("serversslcert", "tls.caFile"),
          Map.entry("trustcertificatekeystoreurl", "tls.caFile"),
          Map.entry("sslcert", "tls.certificateFile"),
          Map.entry("clientcertificatekeystoreurl", "tls.certificateFile"),
          Map.entry("sslkey", "tls.keyFile"),
          Map.entry("connecttimeout", "connectTimeoutMillis"),
          Map.entry("sockettimeout", "queryTimeoutMillis"),
          Map.entry("poolsize", "poolSize"),
          Map.entry("maxpoolsize", "poolSize"),
          Map.entry("host", BEFORE),
          Map.entry("port", BEFORE),
          Map.entry("user", BEFORE),
          Map.entry("password", BEFORE),
          Map.entry("schema", BEFORE),
          Map.entry("database", BEFORE),
          Map.entry("charset", FIXED),
          Map.entry("characterencoding", FIXED),
          Map.entry("collation", FIXED),
          Map.entry("useaffectedrows", FIXED),
          Map.entry("servertimezone", FIXED));

  private static final Map<String, String> REDIS =
      Map.ofEntries(
          Map.entry("ssl", "for TLS the URL begins with rediss://"),
          Map.entry("tls", "for TLS the URL begins with rediss://"),
          Map.entry("timeout", "commandTimeoutMillis"),
          Map.entry("connecttimeout", "connectTimeoutMillis"),
          Map.entry("db", BEFORE),
          Map.entry("database", BEFORE),
          Map.entry("user", BEFORE),
          Map.entry("password", BEFORE),
          Map.entry("protocol", FIXED),
          Map.entry("client", FIXED));

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9._-]{0,63}");

  private UrlParameters() {}

  /**
   * Accepts nothing but an empty query.
   *
   * @param query with its question mark; {@code null} for none
   * @throws ConfigException one line that names the setting and every parameter
   */
  static void refuse(String setting, String query) {
    if (query == null || query.length() == 1) {
      return;
    }
    String section = setting.startsWith("mysql.") ? "mysql" : "redis";
    List<String> reasons = new ArrayList<>();
    for (String parameter : query.substring(1).split("&")) {
      int end = parameter.indexOf('=');
      String name = end < 0 ? "" : parameter.substring(0, end);
      // Anything else may be part of a password with a question mark in it.
      reasons.add(
          NAME.matcher(name).matches() ? reason(section, name) : "and one that has no name");
    }
    throw new ConfigException(
        SettingsSchema.named(setting) + " takes no parameters: " + String.join("; ", reasons));
  }

  private static String reason(String section, String name) {
    String plain = name.replaceAll("[-_.]", "").toLowerCase(Locale.ROOT);
    String known = (section.equals("mysql") ? MYSQL : REDIS).get(plain);
    if (known == null) {
      return name + " is not known";
    }
    if (known.contains("%s")) {
      return String.format(known, name);
    }
    if (known.contains(" ")) {
      return "instead of " + name + ", " + known;
    }
    return "instead of " + name + " set " + SettingsSchema.named(section + "." + known);
  }
}
