package seckill.runtime;

import io.netty.util.NetUtil;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks that a request says in one Host header what it is for (RFC 9112, section 3.2).
 *
 * <p>Vert.x looks at the header only when somebody asks for its value, takes the first of several,
 * and throws on some malformed ones (HostAndPort.parseAuthority of "a%zz"). A proxy that takes
 * another one of two for the right one would be led astray. Names are those of hosts, a narrower
 * set than RFC 3986 allows: nothing else is ever asked for over the network.
 */
public final class HostHeader {
  private static final Pattern NAMED =
      Pattern.compile("(?:[\\w~-]{1,63}\\.)*[\\w~-]{1,63}\\.?(?::([0-9]{0,5}))?");
  private static final Pattern IP_LITERAL = Pattern.compile("\\[([^\\]]*)](?::([0-9]{0,5}))?");
  private static final int MAX_LENGTH = 300;
  private static final int MAX_PORT = 65_535;

  private HostHeader() {}

  /** What is wrong about it; {@code null} if nothing is. */
  public static String fault(HttpServerRequest request) {
    List<String> hosts = request.headers().getAll(HttpHeaders.HOST);
    if (hosts.isEmpty()) {
      return request.version() == HttpVersion.HTTP_1_0 ? null : "the header Host is missing";
    }
    if (hosts.size() > 1) {
      return "the header Host may be sent only once";
    }
    return isHost(hosts.get(0)) ? null : "the header Host is not a host with or without a port";
  }

  private static boolean isHost(String text) {
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      return false;
    }
    Matcher named = NAMED.matcher(text);
    if (named.matches()) {
      return isPort(named.group(1));
    }
    Matcher literal = IP_LITERAL.matcher(text);
    return literal.matches()
        && NetUtil.isValidIpV6Address(literal.group(1))
        && isPort(literal.group(2));
  }

  private static boolean isPort(String digits) {
    return digits == null || digits.isEmpty() || Integer.parseInt(digits) <= MAX_PORT;
  }
}
