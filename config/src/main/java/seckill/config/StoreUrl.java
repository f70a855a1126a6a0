package seckill.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a store is: {@code scheme://user:password@host:port/database}, taken apart.
 *
 * <p>In user, password and database {@code %XX} is a byte and every other character is itself, a
 * plus sign too. No message repeats any part of a URL, since it may be part of a password.
 *
 * @param scheme {@code redis}, {@code rediss}, {@code mysql} or {@code mariadb}
 * @param user empty for none
 * @param password {@code null} for none
 * @param host a name, or an address; an IPv6 address without brackets
 * @param database empty for none
 */
public record StoreUrl(
    String scheme, String user, String password, String host, int port, String database) {
  private static final int REDIS_PORT = 6379;
  private static final int MYSQL_PORT = 3306;
  private static final int MAX_PORT = 65_535;
  private static final String TLS = "rediss";
  private static final Pattern PARTS =
      Pattern.compile("(?s)([a-z]+)://([^/?#]*)(?:/([^?#]*))?(\\?[^#]*)?(#.*)?");
  private static final Pattern PLACE = Pattern.compile("(\\[[^\\]]*]|[^:\\[\\]]*)(?::(.*))?");
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]");
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,9}");
  private static final String ENCODE =
      "; in user, password and database the characters / ? # @ % must be percent-encoded";

  /**
   * Reads the URL of a Redis.
   *
   * @param setting that the URL is the value of, or an option like {@code --redis}
   * @throws ConfigException one line that names the setting
   */
  public static StoreUrl redis(String setting, String text) {
    StoreUrl url = read(setting, text, REDIS_PORT);
    if (!url.scheme.equals("redis") && !url.scheme.equals(TLS)) {
      throw unreadable(setting, "it must begin with redis:// or rediss://");
    }
    if (!url.user.isEmpty() && url.password == null) {
      throw unreadable(setting, "it has a user and no password; write :password@, or user:@");
    }
    if (!url.database.isEmpty() && !DIGITS.matcher(url.database).matches()) {
      throw unreadable(setting, "the database after the host must be a number");
    }
    try {
      // The client reads it with this; it takes fewer names than there are.
      if (new URI(url.address()).getHost() == null) {
        throw unreadable(setting, "the host is no name that the Redis client can read");
      }
    } catch (URISyntaxException e) {
      throw unreadable(setting, "the host is neither a name nor an address");
    }
    return url;
  }

  /**
   * Reads the URL of a MySQL or MariaDB.
   *
   * @param setting that the URL is the value of, or an option like {@code --redis}
   * @throws ConfigException one line that names the setting
   */
  public static StoreUrl mysql(String setting, String text) {
    StoreUrl url = read(setting, text, MYSQL_PORT);
    if (!url.scheme.equals("mysql") && !url.scheme.equals("mariadb")) {
      throw unreadable(setting, "it must begin with mysql:// or mariadb://");
    }
    if (url.user.isEmpty()) {
      throw unreadable(setting, "it has no user");
    }
    if (url.database.isEmpty()) {
      throw unreadable(setting, "it has no database");
    }
    return url;
  }

  private static StoreUrl read(String setting, String text, int usualPort) {
    Matcher parts = PARTS.matcher(text);
    if (!parts.matches()) {
      throw unreadable(setting, "it must look like scheme://user:password@host:port/database");
    }
    requireOnlyWhatBelongs(setting, text, parts);
    UrlParameters.refuse(setting, parts.group(4));
    String authority = parts.group(2);
    int at = authority.indexOf('@');
    String[] names = at < 0 ? new String[] {""} : authority.substring(0, at).split(":", 2);
    Matcher place = place(setting, authority.substring(at + 1));
    return new StoreUrl(
        parts.group(1),
        decode(setting, names[0]),
        names.length < 2 ? null : decode(setting, names[1]),
        place.group(1).replaceAll("[\\[\\]]", ""),
        place.group(2) == null ? usualPort : port(setting, place.group(2)),
        parts.group(3) == null ? "" : decode(setting, parts.group(3)));
  }

  private static void requireOnlyWhatBelongs(String setting, String text, Matcher parts) {
    if (text.chars().anyMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c))) {
      throw unreadable(setting, "it has white space in it");
    }
    // Whatever follows the host and still has an @ was meant to be a part of the password.
    int at = text.indexOf('@');
    if (at != text.lastIndexOf('@') || at >= 0 && !parts.group(2).contains("@")) {
      throw unreadable(setting, "an @ stands where none belongs");
    }
    if (parts.group(5) != null) {
      throw unreadable(setting, "a # stands where none belongs");
    }
    if (parts.group(3) != null && parts.group(3).contains("/")) {
      throw unreadable(setting, "there is more than a database after the host");
    }
  }

  private static Matcher place(String setting, String text) {
    Matcher place = PLACE.matcher(text);
    if (place.matches() && place.group(1).isEmpty()) {
      throw unreadable(setting, "it has no host");
    }
    if (!place.matches() || !HOST.matcher(place.group(1)).matches()) {
      throw unreadable(
          setting, "the host is neither a name nor an address; an IPv6 address needs [ ]");
    }
    return place;
  }

  private static int port(String setting, String text) {
    if (DIGITS.matcher(text).matches()) {
      int port = Integer.parseInt(text);
      if (port >= 1 && port <= MAX_PORT) {
        return port;
      }
    }
    throw unreadable(setting, "the port after the host must be a number from 1 to " + MAX_PORT);
  }

  private static String decode(String setting, String text) {
    try {
      // The decoder is one for forms, where a plus sign is a blank.
      String plain = URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
      if (plain.indexOf('\uFFFD') < 0) {
        return plain;
      }
    } catch (IllegalArgumentException e) {
      // Its message repeats the text.
    }
    throw unreadable(
        setting, "a % must be followed by two hex digits, and together they are UTF-8");
  }

  private static ConfigException unreadable(String setting, String reason) {
    return new ConfigException(
        SettingsSchema.named(setting) + " cannot be read: " + reason + ENCODE);
  }

  /** Whether connections are encrypted because the URL says so. */
  public boolean isTls() {
    return scheme.equals(TLS);
  }

  /** The same place on another server. */
  public StoreUrl at(String otherHost, int otherPort) {
    return new StoreUrl(scheme, user, password, otherHost, otherPort, database);
  }

  /** The URL without user and password. */
  public String address() {
    return scheme
        + "://"
        + (host.contains(":") ? "[" + host + "]" : host)
        + ":"
        + port
        + (database.isEmpty() ? "" : "/" + database);
  }

  @Override
  public String toString() {
    return address();
  }
}
