package seckill.config;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Checks that a node's own address and the list of members fit together. */
public final class ClusterAddresses {
  private static final int MAX_PORT = 65535;
  private static final String SPEAKS_IPV4 =
      "must be an IPv4 address or a name that has one, since the cluster speaks IPv4 only, not ";

  private final ClusterSettings settings;

  private ClusterAddresses(ClusterSettings settings) {
    this.settings = settings;
  }

  /**
   * Does nothing if the cluster is off, or if the others can reach this node where they look for
   * it. Blocks while names are resolved.
   *
   * @throws ConfigException one line that names the wrong key
   */
  public static void check(ClusterSettings settings) {
    if (settings.enabled()) {
      new ClusterAddresses(settings).check();
    }
  }

  private void check() {
    InetAddress own = resolve(settings.host());
    if (own == null) {
      throw wrong("host", "cannot be resolved: " + settings.host());
    }
    if (own.isAnyLocalAddress()) {
      throw wrong("host", "must be an address that other nodes can reach, not " + settings.host());
    }
    if (own instanceof Inet6Address) {
      throw wrong("host", SPEAKS_IPV4 + settings.host());
    }
    settings.members().forEach(ClusterAddresses::checkPort);
    settings.members().forEach(ClusterAddresses::requireIpv4);
    if (settings.members().stream().noneMatch(member -> isOwn(member, own))) {
      throw wrong(
          "members",
          "must contain this service's own cluster.host and cluster.port, "
              + settings.host()
              + ":"
              + settings.port());
    }
    if (own.isLoopbackAddress()) {
      refuseMembersElsewhere(settings.members());
    }
  }

  private void refuseMembersElsewhere(List<String> members) {
    for (String member : members) {
      InetAddress address = resolve(host(member));
      if (address == null || !address.isLoopbackAddress()) {
        throw wrong(
            "host", "is " + settings.host() + ", where " + member + " cannot reach this service");
      }
    }
  }

  private boolean isOwn(String member, InetAddress own) {
    return port(member).equals(Integer.toString(settings.port()))
        && (host(member).equals(settings.host()) || own.equals(resolve(host(member))));
  }

  private static void checkPort(String member) {
    String port = port(member);
    if (port.length() > Integer.toString(MAX_PORT).length()
        || Integer.parseInt(port) > MAX_PORT
        || Integer.parseInt(port) == 0) {
      throw wrong("members", "must name TCP ports from 1 to " + MAX_PORT + ", not " + member);
    }
  }

  private static void requireIpv4(String member) {
    if (resolve(host(member)) instanceof Inet6Address) {
      throw wrong("members", SPEAKS_IPV4 + member);
    }
  }

  private static String host(String member) {
    return member.substring(0, member.lastIndexOf(':'));
  }

  private static String port(String member) {
    return member.substring(member.lastIndexOf(':') + 1);
  }

  private static InetAddress resolve(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      // The name of a container or pod that is not there yet.
      return null;
    }
  }

  private static ConfigException wrong(String name, String fault) {
    String path = "cluster." + name;
    return new ConfigException(path + " (" + SettingsSchema.variable(path) + ") " + fault);
  }
}
