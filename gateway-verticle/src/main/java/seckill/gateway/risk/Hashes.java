package seckill.gateway.risk;

import java.util.concurrent.ThreadLocalRandom;

/** Numbers that stand for texts and tuples; nobody outside can foresee them. */
final class Hashes {
  private static final long SEED = ThreadLocalRandom.current().nextLong();
  private static final long ODD = 0x9e3779b97f4a7c15L;

  private Hashes() {}

  /** Of the first characters of a text. */
  static long of(String text, int most) {
    long hash = SEED;
    for (int i = 0; i < text.length() && i < most; i++) {
      hash = (hash ^ text.charAt(i)) * ODD;
      hash ^= hash >>> 29;
    }
    return hash;
  }

  /** Of two numbers. */
  static long of(long a, long b) {
    // The finaliser of SplitMix64: every bit of the input moves every bit of the result.
    long hash = (SEED ^ a) * ODD + b;
    hash = (hash ^ hash >>> 30) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ hash >>> 27) * 0x94d049bb133111ebL;
    return hash ^ hash >>> 31;
  }
}
