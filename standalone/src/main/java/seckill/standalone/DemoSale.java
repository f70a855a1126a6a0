package seckill.standalone;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import seckill.contract.ItemSpec;
import seckill.standalone.catalog.ItemFile;
import seckill.standalone.catalog.ItemImport;
import seckill.standalone.client.SaleApi;
import seckill.standalone.process.Waiting;

/**
 * The demo items, loaded so that something is for sale right now.
 *
 * <p>A sale that is over stays in the books. When one of the demo's windows has ended, the next
 * round is loaded as new items whose ids are {@code 10000} higher.
 */
final class DemoSale {
  private static final List<String> FILES = List.of("bottle.yaml", "concert.yaml", "phone.yaml");
  private static final long ROUND_STEP = 10_000;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final SaleApi api;
  private final Instant now;

  DemoSale(SaleApi api, Instant now) {
    this.api = api;
    this.now = now;
  }

  /** Imports and preheats the current round, and returns its items. */
  List<ItemSpec> load() {
    Map<String, Instant> ends = listedEnds();
    List<ItemSpec> round = read();
    while (round.stream().anyMatch(item -> hasEnded(item, ends))) {
      round = round.stream().map(DemoSale::nextRound).toList();
    }
    ItemImport importer = new ItemImport(api);
    importer.run(round);
    for (ItemSpec item : round) {
      importer.preheat(Long.toString(item.itemId()));
    }
    return round;
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

  private Map<String, Instant> listedEnds() {
    JsonArray listed = Waiting.on(api.items(), LIMIT, "cannot list the items");
    Map<String, Instant> ends = new HashMap<>();
    for (int i = 0; i < listed.size(); i++) {
      JsonObject item = listed.getJsonObject(i);
      ends.put(item.getString("itemId"), Instant.parse(item.getString("endAt")));
    }
    return ends;
  }

  private boolean hasEnded(ItemSpec item, Map<String, Instant> ends) {
    Instant end = ends.get(Long.toString(item.itemId()));
    return end != null && !end.isAfter(now);
  }

  private static ItemSpec nextRound(ItemSpec item) {
    return new ItemSpec(
        item.itemId() + ROUND_STEP,
        item.sku(),
        item.name(),
        item.priceCents(),
        item.totalStock(),
        item.startAt(),
        item.endAt());
  }
}
