package seckill.standalone;

import java.time.Clock;
import java.time.Duration;
import seckill.contract.ItemSpec;
import seckill.standalone.client.Paced;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.client.TokenMint;

/** Finds a user who has not bought yet, for a line that is to be tried out. */
final class FreshBuyer {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration LIFETIME = Duration.ofMinutes(1);
  private static final int NOT_FOUND = 404;
  private static final int MOST = 20;

  private final SaleApi api;
  private final TokenMint mint;
  private final Clock clock;

  FreshBuyer(SaleApi api, TokenMint mint, Clock clock) {
    this.api = api;
    this.mint = mint;
    this.clock = clock;
  }

  /** The first of u1 to u20 who holds nothing of the item; somebody quite new if all do. */
  String of(ItemSpec item) {
    for (int number = 1; number <= MOST; number++) {
      if (!holds(item, "u" + number)) {
        return "u" + number;
      }
    }
    return "u" + clock.instant().getEpochSecond();
  }

  private boolean holds(ItemSpec item, String user) {
    String token = mint.buyer(user, LIFETIME);
    Reply reply =
        Paced.call(
            () -> api.mine(Long.toString(item.itemId()), token),
            LIMIT,
            "cannot look for the order of " + user);
    return reply.status() != NOT_FOUND;
  }
}
