package seckill.standalone.rehearsal.chaos;

import java.util.List;
import java.util.Random;

/** What buyers do, by chance: from one press to doubters who press, ask and press again. */
final class Habits {
  /** Each as likely as the others. */
  private static final List<List<Deed>> KNOWN =
      List.of(
          List.of(Deed.PRESS),
          List.of(Deed.PRESS, Deed.ASK),
          List.of(Deed.PRESS, Deed.PRESS),
          List.of(Deed.PRESS_WITH_KEY, Deed.PRESS_WITH_KEY, Deed.ASK),
          List.of(Deed.INSIST),
          List.of(Deed.INSIST, Deed.ASK, Deed.PRESS),
          List.of(Deed.PRESS, Deed.ASK, Deed.INSIST, Deed.ASK),
          List.of(Deed.INSIST, Deed.PAY),
          List.of(Deed.INSIST, Deed.PAY, Deed.GIVE_BACK),
          List.of(Deed.INSIST, Deed.GIVE_BACK),
          List.of(Deed.INSIST, Deed.GIVE_BACK, Deed.INSIST),
          List.of(Deed.INSIST, Deed.GIVE_BACK, Deed.PAY));

  private Habits() {}

  static List<Deed> any(Random random) {
    return KNOWN.get(random.nextInt(KNOWN.size()));
  }
}
