package seckill.standalone;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import seckill.contract.ItemSpec;
import seckill.contract.Outcome;
import seckill.standalone.catalog.ItemFile;
import seckill.standalone.catalog.ItemImport;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.process.SaleException;

/**
 * The demo items, loaded so that something is for sale right now.
 *
 * <p>A sale that is over stays in the books. When the first item's window has ended, the next round
 * is loaded as new items whose ids are {@code 10000} higher.
 */
final class DemoSale {
  private static final List<String> FILES = List.of("bottle.yaml", "concert.yaml", "phone.yaml");
  private static final long ROUND_STEP = 10_000;

  private final SaleApi api;
  private final Instant now;

  DemoSale(SaleApi api, Instant now) {
    this.api = api;
    this.now = now;
  }

  /** Imports and preheats the current round, and returns its items. */
  List<ItemSpec> load() {
    List<ItemSpec> first = read();
    List<ItemSpec> round = first;
    // The first item has the shortest window, so it tells whether a round is over.
    for (int rounds = 1; !open(round.get(0)); rounds++) {
      int over = rounds;
      round = first.stream().map(item -> later(item, over)).toList();
    }
    round.subList(1, round.size()).forEach(this::open);
    return round;
  }

  private boolean open(ItemSpec item) {
    String id = Long.toString(item.itemId());
    ItemImport items = new ItemImport(api);
    items.run(List.of(item));
    Reply reply = items.askToPreheat(id);
    if (!reply.succeeded() && !reply.code().equals(Outcome.ENDED.name())) {
      throw new SaleException("cannot preheat item " + id + ": " + reply.problem());
    }
    return reply.succeeded();
  }

  private List<ItemSpec> read() {
    List<ItemSpec> items = new ArrayList<>();
    for (String file : FILES) {
      try (InputStream in = DemoSale.class.getResourceAsStream("/seckill/demo/" + file)) {
        items.addAll(ItemFile.read("config/demo/" + file, in, now));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return items;
  }

  private static ItemSpec later(ItemSpec item, int rounds) {
    return new ItemSpec(
        item.itemId() + rounds * ROUND_STEP,
        item.sku(),
        item.name(),
        item.priceCents(),
        item.totalStock(),
        item.startAt(),
        item.endAt(),
        item.gate(),
        item.orders(),
        // The variants of a round that is over are no choice any more.
        item.page().inGroup(item.page().group() + "-" + (rounds + 1)));
  }
}
