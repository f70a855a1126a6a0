package seckill.standalone.rehearsal;

import java.time.Duration;
import java.util.Random;
import seckill.standalone.client.TokenMint;

/** The users of a rehearsal: who comes when, with which token and which idempotency key. */
final class Crowd {
  private static final Duration TOKEN_LIFETIME = Duration.ofHours(6);
  private static final int KEY_KINDS = 4;

  private final Plan plan;
  private final int[] order;
  private final byte[] keyKinds;
  private final String[] tokens;

  Crowd(Plan plan, TokenMint mint) {
    this.plan = plan;
    this.tokens = new String[plan.users()];
    this.order = new int[plan.attempts()];
    this.keyKinds = new byte[order.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = i % plan.users();
    }
    shuffle(new Random(plan.seed()));
    for (int user = 0; user < tokens.length; user++) {
      tokens[user] = mint.buyer(userId(user), TOKEN_LIFETIME);
    }
  }

  private void shuffle(Random random) {
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    for (int i = 0; i < keyKinds.length; i++) {
      keyKinds[i] = (byte) random.nextInt(KEY_KINDS);
    }
  }

  /** The user who makes an attempt. */
  int user(int attempt) {
    return order[attempt];
  }

  /** The id of a user. */
  String userId(int user) {
    return "rehearsal-" + plan.seed() + "-" + user;
  }

  /** The token of a user. */
  String token(int user) {
    return tokens[user];
  }

  /**
   * The idempotency key of an attempt, or {@code null}: half of the attempts have none, a quarter
   * have their user's one key, and a quarter have a fresh one.
   */
  String key(int attempt) {
    return switch (keyKinds[attempt]) {
      case 0 -> "key-" + user(attempt);
      case 1 -> "key-" + user(attempt) + "-" + attempt;
      default -> null;
    };
  }
}
