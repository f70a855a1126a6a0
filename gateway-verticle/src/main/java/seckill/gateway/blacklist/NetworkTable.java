package seckill.gateway.blacklist;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import seckill.contract.AddressRange;
import seckill.contract.ClientAddress;

/**
 * Networks that are blocked, in a hash set for each length of prefix, so that a look costs one
 * probe per length in use. Immutable; a look allocates nothing.
 */
final class NetworkTable {
  static final NetworkTable EMPTY = new NetworkTable(Map.of());

  private static final long MIX = 0x9e3779b97f4a7c15L;

  private final Map<AddressRange, Long> networks;
  private final Level[] levels;

  private NetworkTable(Map<AddressRange, Long> networks) {
    this.networks = networks;
    Map<Integer, List<AddressRange>> byPrefix = new TreeMap<>();
    networks
        .keySet()
        .forEach(
            range -> byPrefix.computeIfAbsent(range.prefix(), p -> new ArrayList<>()).add(range));
    this.levels =
        byPrefix.entrySet().stream()
            .map(level -> new Level(level.getKey(), level.getValue(), networks))
            .toArray(Level[]::new);
  }

  /**
   * A table.
   *
   * @param networks with the epoch millisecond at which each ends
   */
  static NetworkTable of(Map<AddressRange, Long> networks) {
    return networks.isEmpty() ? EMPTY : new NetworkTable(networks);
  }

  /** This table with a network that ends then, or without it if {@code until} is {@code null}. */
  NetworkTable with(AddressRange network, Long until) {
    Map<AddressRange, Long> changed = new HashMap<>(networks);
    if (until == null) {
      changed.remove(network);
    } else {
      changed.put(network, until);
    }
    return of(changed);
  }

  boolean isEmpty() {
    return levels.length == 0;
  }

  int size() {
    return networks.size();
  }

  /** When the last of the networks around an address ends; 0 if there is none. */
  long until(ClientAddress address) {
    long until = 0;
    for (Level level : levels) {
      // An IPv6 network holds no IPv4 address.
      if (level.prefix >= ClientAddress.IPV4_PREFIX || !address.isIpv4()) {
        until = Math.max(until, level.until(address));
      }
    }
    return until;
  }

  /** All networks of one length of prefix, in open addressing; a slot without an end is free. */
  private static final class Level {
    private final int prefix;
    private final long highMask;
    private final long lowMask;
    private final long[] highs;
    private final long[] lows;
    private final long[] untils;

    Level(int prefix, List<AddressRange> ranges, Map<AddressRange, Long> ends) {
      this.prefix = prefix;
      this.highMask = ClientAddress.highMask(prefix);
      this.lowMask = ClientAddress.lowMask(prefix);
      int slots = Integer.highestOneBit(ranges.size()) << 2;
      highs = new long[slots];
      lows = new long[slots];
      untils = new long[slots];
      ranges.forEach(range -> put(range.base(), ends.get(range)));
    }

    private void put(ClientAddress base, long until) {
      int slot = slot(base.high(), base.low());
      while (untils[slot] != 0) {
        slot = slot + 1 & untils.length - 1;
      }
      highs[slot] = base.high();
      lows[slot] = base.low();
      untils[slot] = until;
    }

    long until(ClientAddress address) {
      long high = address.high() & highMask;
      long low = address.low() & lowMask;
      for (int slot = slot(high, low); untils[slot] != 0; slot = slot + 1 & untils.length - 1) {
        if (highs[slot] == high && lows[slot] == low) {
          return untils[slot];
        }
      }
      return 0;
    }

    private int slot(long high, long low) {
      long mixed = (high * MIX ^ low) * MIX;
      return (int) (mixed >>> Integer.SIZE) & untils.length - 1;
    }
  }
}
