package seckill.gateway.edge;

import java.util.List;
import seckill.contract.ClientAddress;

/**
 * The addresses that proxies wrote into one header, from the nearest to the farthest.
 *
 * <p>Reads from right to left, because only there stands what a trusted proxy wrote; whatever
 * quotes and commas a client put before it cannot change how it is read.
 */
final class Hops {
  private static final int MAX_PORT_DIGITS = 5;

  private final List<String> lines;
  private final AddressSettings.Header header;
  private int line;
  private int end;

  /**
   * Begins at the right end.
   *
   * @param lines all lines of the header, in their order
   */
  Hops(List<String> lines, AddressSettings.Header header) {
    this.lines = lines;
    this.header = header;
    this.line = lines.size() - 1;
    this.end = line < 0 ? -1 : lines.get(line).length();
  }

  /** Moves to the next hop that is not empty; its text, or {@code null} if there is none. */
  String next() {
    while (line >= 0) {
      String text = lines.get(line);
      int start = separatorBefore(text, end, ',');
      String element = text.substring(start + 1, end).strip();
      end = start;
      if (end < 0) {
        line--;
        end = line < 0 ? -1 : lines.get(line).length();
      }
      if (!element.isEmpty()) {
        return element;
      }
    }
    return null;
  }

  /** The address that a hop names, or {@code null} if it names none. */
  ClientAddress address(String hop) {
    return header == AddressSettings.Header.FORWARDED
        ? withoutPort(forwardedFor(hop))
        : withoutPort(hop);
  }

  private int separatorBefore(String text, int end, char separator) {
    boolean quoted = false;
    for (int i = end - 1; i >= 0; i--) {
      char c = text.charAt(i);
      if (c == '"' && header == AddressSettings.Header.FORWARDED && !isEscaped(text, i)) {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isEscaped(String text, int index) {
    int slashes = 0;
    while (index - slashes > 0 && text.charAt(index - slashes - 1) == '\\') {
      slashes++;
    }
    return slashes % 2 == 1;
  }

  // Forwarded (RFC 7239): for="[2001:db8::1]:443";proto=https
  private String forwardedFor(String hop) {
    String found = null;
    int end = hop.length();
    while (end >= 0) {
      int start = separatorBefore(hop, end, ';');
      String pair = hop.substring(start + 1, end).strip();
      if (pair.regionMatches(true, 0, "for=", 0, "for=".length())) {
        if (found != null) {
          return null;
        }
        found = unquoted(pair.substring("for=".length()));
      }
      end = start;
    }
    return found;
  }

  private static String unquoted(String value) {
    int last = value.length() - 1;
    return last > 0 && value.charAt(0) == '"' && value.charAt(last) == '"'
        ? value.substring(1, last)
        : value;
  }

  private static ClientAddress withoutPort(String node) {
    if (node == null) {
      return null;
    }
    if (node.startsWith("[")) {
      int close = node.indexOf(']');
      boolean whole = close == node.length() - 1 || isPort(node, close + 1);
      int colon = node.indexOf(':');
      return whole && colon > 0 && colon < close
          ? ClientAddress.parse(node.substring(1, close))
          : null;
    }
    int colon = node.indexOf(':');
    boolean withPort = colon > 0 && node.indexOf('.') < colon && node.indexOf('.') >= 0;
    if (withPort && isPort(node, colon)) {
      return ClientAddress.parse(node.substring(0, colon));
    }
    return ClientAddress.parse(node);
  }

  private static boolean isPort(String node, int colon) {
    int digits = node.length() - colon - 1;
    if (colon >= node.length() || node.charAt(colon) != ':' || digits < 1) {
      return false;
    }
    for (int i = colon + 1; i < node.length(); i++) {
      if (node.charAt(i) < '0' || node.charAt(i) > '9') {
        return false;
      }
    }
    return digits <= MAX_PORT_DIGITS;
  }
}
