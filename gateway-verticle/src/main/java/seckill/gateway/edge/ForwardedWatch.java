package seckill.gateway.edge;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import seckill.contract.ClientAddress;

/**
 * Notices a proxy that nobody told us of: a peer that is not trusted, forwards for many different
 * addresses, and sends most of what arrives.
 *
 * <p>Most of it, because any single client can make up a header with each request. Looks at one
 * window of time after the other, and at few peers: a proxy that matters is among the first.
 */
final class ForwardedWatch {
  private static final int MAX_PEERS = 16;

  private final LongSupplier nanoClock;
  private final Consumer<String> changed;
  private final LongAdder requests = new LongAdder();
  private final Suspect[] suspects = new Suspect[MAX_PEERS];
  private int known;
  private long requestsBefore;
  private long windowStart;
  private long windowNanos;
  private String suspicion;

  /**
   * A watch.
   *
   * @param windowNanos until other settings are seen
   * @param changed told each new suspicion once, and {@code null} when it is gone
   */
  ForwardedWatch(LongSupplier nanoClock, long windowNanos, Consumer<String> changed) {
    this.nanoClock = nanoClock;
    this.windowNanos = windowNanos;
    this.changed = changed;
    this.windowStart = nanoClock.getAsLong();
  }

  /** Counts a request of anybody. */
  void count() {
    requests.increment();
  }

  /** Notes that an untrusted peer forwarded something. */
  synchronized void saw(ClientAddress peer, String forwarded, AddressSettings settings) {
    windowNanos = settings.warnWindowNanos();
    turnWindow();
    Suspect suspect = suspect(peer, settings.warnAfter());
    if (suspect != null) {
      suspect.saw(forwarded.hashCode());
      if (suspicion == null && suspect.isFull() && sendsMost()) {
        suspect(suspect, settings);
      }
    }
  }

  private void suspect(Suspect suspect, AddressSettings settings) {
    suspicion =
        suspect.peer
            + " forwards requests of many addresses ("
            + settings.header().headerName()
            + ") but is not in address.trustedProxies: all its clients count as one";
    changed.accept(suspicion);
  }

  /** What looks wrong now, or {@code null}. */
  synchronized String suspicion() {
    turnWindow();
    return suspicion;
  }

  private void turnWindow() {
    long now = nanoClock.getAsLong();
    long age = now - windowStart;
    if (age < windowNanos) {
      return;
    }
    boolean quiet = age >= 2 * windowNanos;
    if (suspicion != null && (quiet || !sendsMost())) {
      suspicion = null;
      changed.accept(null);
    }
    windowStart = now;
    requestsBefore = (long) ((double) requests.sumThenReset() * windowNanos / age);
    Arrays.fill(suspects, null);
    known = 0;
  }

  private boolean sendsMost() {
    long forwarded = 0;
    for (int i = 0; i < known; i++) {
      if (suspects[i].isFull()) {
        forwarded += suspects[i].requests;
      }
    }
    // At the beginning of a window the one before tells what is much.
    return forwarded > 0 && forwarded * 2 >= Math.max(requests.sum(), requestsBefore);
  }

  private Suspect suspect(ClientAddress peer, int warnAfter) {
    for (int i = 0; i < known; i++) {
      if (suspects[i].peer.equals(peer)) {
        return suspects[i];
      }
    }
    if (known == MAX_PEERS) {
      return null;
    }
    suspects[known] = new Suspect(peer, warnAfter);
    return suspects[known++];
  }

  /** A peer that forwards, with the first few different things it forwarded. */
  private static final class Suspect {
    private final ClientAddress peer;
    private final int[] seen;
    private int different;
    private long requests;

    Suspect(ClientAddress peer, int warnAfter) {
      this.peer = peer;
      this.seen = new int[warnAfter];
    }

    void saw(int hash) {
      requests++;
      if (!isFull() && !knows(hash)) {
        seen[different++] = hash;
      }
    }

    boolean isFull() {
      return different == seen.length;
    }

    private boolean knows(int hash) {
      for (int i = 0; i < different; i++) {
        if (seen[i] == hash) {
          return true;
        }
      }
      return false;
    }
  }
}
