package seckill.standalone.rehearsal.gate;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import seckill.contract.ItemSpec;
import seckill.standalone.catalog.ItemImport;
import seckill.standalone.client.SaleApi;
import seckill.standalone.client.TokenMint;

/**
 * Lets accounts of no further use register for an item of no further use, to learn how many can per
 * second: the deadline of the real one has to be told beforehand.
 */
final class WarmUp {
  private static final int ACCOUNTS = 200;
  private static final int FIRST_ADDRESS = 1_000_000;
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long IDS_PER_MILLI = 1000;

  private final TokenMint mint;
  private final Clock clock;

  WarmUp(TokenMint mint, Clock clock) {
    this.mint = mint;
    this.clock = clock;
  }

  /** Registrations per second; blocks. */
  double registrationsPerSecond(SaleApi api, Drive drive) {
    long itemId = clock.millis() * IDS_PER_MILLI - 1;
    ItemSpec item = Schedule.until(clock.instant().plus(LIMIT.multipliedBy(2)), LIMIT).item(itemId);
    ItemImport importer = new ItemImport(api);
    importer.run(List.of(item));
    ItemCalls calls = new ItemCalls(Long.toString(itemId));
    importer.preheat(calls.itemId());
    register(drive, calls, 0);
    // The first round finds everything cold.
    long since = System.nanoTime();
    register(drive, calls, ACCOUNTS);
    double seconds = (System.nanoTime() - since) / (double) TimeUnit.SECONDS.toNanos(1);
    return ACCOUNTS / seconds;
  }

  private void register(Drive drive, ItemCalls item, int first) {
    List<Registrant> registrants = new ArrayList<>();
    for (int i = first; i < first + ACCOUNTS; i++) {
      String userId = "warm-up-" + i;
      Guise guise =
          new Guise(userId, mint.buyer(userId, LIMIT), Origins.ofBuyer(FIRST_ADDRESS + i), null);
      registrants.add(new Registrant(guise, item, new Random(i)));
    }
    Registrant.sendAll(registrants, drive, LIMIT);
  }
}
