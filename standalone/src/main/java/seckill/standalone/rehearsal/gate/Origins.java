package seckill.standalone.rehearsal.gate;

import java.util.Random;

/** Client addresses: one of its own for each honest buyer, and those of the scripts. */
final class Origins {
  /** A network that is blocked before the rush. */
  static final String BANNED_NETWORK = "198.19.7.0/24";

  private static final int OWN_IPV4 = 0x64400000; // 100.64.0.0
  private static final int SCRIPTS = 0xC6120000; // 198.18.0.0
  private static final int BANNED = 0xC6130700; // 198.19.7.0
  private static final int IPV6_OF = 3;
  private static final int BEHIND_COMPANY_PROXY_OF = 5;

  private int scripts;

  /**
   * What proxies write down of an honest buyer: the right-most entry is the buyer's own, every
   * third in IPv6; some have an entry of their company before it.
   */
  static String ofBuyer(int number) {
    String own =
        number % IPV6_OF == 0
            ? String.format("2001:db8:%x:%x::%x", number >>> 16, number & 0xffff, number % 7 + 1)
            : ipv4(OWN_IPV4 + number);
    return number % BEHIND_COMPANY_PROXY_OF == 0 ? "192.168.0.9, " + own : own;
  }

  /** An address that no other script has. */
  String ofScript() {
    return ipv4(SCRIPTS + ++scripts);
  }

  /** Any address of the blocked network. */
  static String inBannedNetwork(Random random) {
    return ipv4(BANNED + random.nextInt(256));
  }

  /** Any address at all. */
  static String invented(Random random) {
    return ipv4(random.nextInt());
  }

  private static String ipv4(int bits) {
    return (bits >>> 24)
        + "."
        + (bits >>> 16 & 255)
        + "."
        + (bits >>> 8 & 255)
        + "."
        + (bits & 255);
  }
}
