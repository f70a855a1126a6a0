package seckill.standalone.process;

import java.util.Map;

/** How a whole crowd calls from this one machine, each of it from an address of its own. */
public final class Loopback {
  /** Settings of a throw-away system: it believes what clients on this machine say. */
  public static final Map<String, String> TRUSTED =
      Map.of("SECKILL_ADDRESS_TRUSTED_PROXIES", "127.0.0.0/8,::1");

  private static final int BYTE = 0xff;

  private Loopback() {}

  /** The address of a simulated user, one of 2^24. */
  public static String addressOf(int user) {
    return "10." + (user >> 16 & BYTE) + "." + (user >> 8 & BYTE) + "." + (user & BYTE);
  }
}
