package seckill.order;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Names of consumers in a group, unique per process and start.
 *
 * <p>Host names repeat between containers, process ids repeat inside them, and both repeat after a
 * restart; a random suffix does not.
 */
final class ConsumerNames {
  private final String base;

  private ConsumerNames(String base) {
    this.base = base;
  }

  /**
   * Names for this process; may block to learn the host's name.
   *
   * @param prefix empty for the host name
   */
  static ConsumerNames of(String prefix) {
    String suffix = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    String head = prefix.isEmpty() ? host() : prefix;
    return new ConsumerNames(head + '-' + ProcessHandle.current().pid() + '-' + suffix);
  }

  private static String host() {
    String fromEnvironment = System.getenv("HOSTNAME");
    if (fromEnvironment != null && !fromEnvironment.isBlank()) {
      return fromEnvironment;
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "consumer";
    }
  }

  /** The name of one instance. */
  String of(int instance) {
    return base + '-' + instance;
  }
}
