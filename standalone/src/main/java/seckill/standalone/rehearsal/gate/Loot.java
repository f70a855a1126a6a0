package seckill.standalone.rehearsal.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Passes of honest buyers that scripts have got hold of, unused and used ones. */
final class Loot {
  private static final int MAX = 500;

  private final List<String> passes = new ArrayList<>();
  private int next;

  void add(String pass) {
    if (passes.size() < MAX) {
      passes.add(pass);
    } else {
      passes.set(next++ % MAX, pass);
    }
  }

  /** A stolen pass, or one that is made up as long as nobody has one. */
  String any(Random random) {
    return passes.isEmpty() ? invented(random) : passes.get(random.nextInt(passes.size()));
  }

  /** A pass as it could be. */
  static String invented(Random random) {
    StringBuilder pass = new StringBuilder();
    while (pass.length() < 24) {
      pass.append((char) ('a' + random.nextInt(26)));
    }
    return pass.toString();
  }
}
