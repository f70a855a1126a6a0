package seckill.gateway.blacklist;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import seckill.contract.AddressRange;
import seckill.contract.BlacklistKey;
import seckill.contract.ClientAddress;

/**
 * The list as it was read at some version, and changed since by one thread; read by any.
 *
 * <p>Each entry has the epoch millisecond at which it ends, {@link #FOREVER} for most.
 */
final class BlockedList {
  static final long FOREVER = Long.MAX_VALUE;

  private final Map<ClientAddress, Long> addresses = new ConcurrentHashMap<>();
  private final Map<String, Long> users = new ConcurrentHashMap<>();
  private volatile NetworkTable networks = NetworkTable.EMPTY;

  /** An empty list. */
  BlockedList() {}

  /** A list of these networks, to which the rest is put. */
  BlockedList(Map<AddressRange, Long> networks) {
    this.networks = NetworkTable.of(networks);
  }

  /** Blocks until then, or no longer if {@code until} is {@code null}. */
  void set(BlacklistKey key, Long until) {
    switch (key.kind()) {
      case USER -> set(users, key.value(), until);
      case ADDRESS -> set(addresses, ClientAddress.parse(key.value()), until);
      case NETWORK -> networks = networks.with(AddressRange.parse(key.value()), until);
      default -> throw new IllegalStateException("unknown kind " + key.kind());
    }
  }

  private static <K> void set(Map<K, Long> map, K key, Long until) {
    if (until == null) {
      map.remove(key);
    } else {
      map.put(key, until);
    }
  }

  /** When the blocking of an address ends; 0 if it is not blocked. */
  long until(ClientAddress address) {
    long until = networks.isEmpty() ? 0 : networks.until(address);
    if (!addresses.isEmpty()) {
      Long single = addresses.get(address);
      return single == null ? until : Math.max(single, until);
    }
    return until;
  }

  /** When the blocking of a user ends; 0 if they are not blocked. */
  long until(String userId) {
    Long until = users.isEmpty() ? null : users.get(userId);
    return until == null ? 0 : until;
  }

  int size() {
    return addresses.size() + users.size() + networks.size();
  }
}
