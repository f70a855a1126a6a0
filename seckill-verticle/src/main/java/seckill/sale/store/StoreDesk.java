package seckill.sale.store;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.function.Supplier;
import seckill.config.RedisSettings;
import seckill.contract.Addresses;
import seckill.contract.Json;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.contract.Texts;
import seckill.runtime.StoreChoice.Store;
import seckill.runtime.StoreFaults;
import seckill.runtime.StoreFollower;
import seckill.sale.AuditTrail;
import seckill.sale.Audited;
import seckill.sale.BusDoor;
import seckill.sale.Requests;

/** Tells which Redis sells, and switches to the other one. */
final class StoreDesk {
  private static final int MAX_REQUEST_ID = 64;

  private final StoreBook book;
  private final StoreFollower follower;
  private final Supplier<Future<Void>> open;
  private final RedisSettings.Backup backup;
  private final StoreSwitch storeSwitch;
  private final AuditTrail audit;

  /**
   * @param open succeeds if the store that sells was found right, else fails and says why not
   */
  StoreDesk(
      StoreBook book,
      StoreFollower follower,
      Supplier<Future<Void>> open,
      RedisSettings.Backup backup,
      StoreSwitch storeSwitch,
      AuditTrail audit) {
    this.book = book;
    this.follower = follower;
    this.open = open;
    this.backup = backup;
    this.storeSwitch = storeSwitch;
    this.audit = audit;
  }

  void openAt(BusDoor door) {
    door.serve(Addresses.STORE_GET, Requests.asking(this::get));
    door.serve(Addresses.STORE_SWITCH, body -> choose(Requests.json(body)));
  }

  private Future<JsonObject> get() {
    return Future.all(book.read(), state(Store.MAIN), state(Store.BACKUP), whyNot())
        .map(
            all -> {
              StoreBook.Entry entry = all.resultAt(0);
              String why = all.resultAt(3);
              JsonObject json = entry.toJson().put("sells", why.isEmpty());
              if (!why.isEmpty()) {
                json.put("why", why);
              }
              return json.put(
                  "stores",
                  new JsonObject()
                      .put(Store.MAIN.name(), all.resultAt(1))
                      .put(Store.BACKUP.name(), all.resultAt(2)));
            });
  }

  /** Why this till sells nothing, whatever the item; empty if it does. */
  private Future<String> whyNot() {
    return follower
        .requireSole()
        .compose(sole -> open.get())
        .map("")
        .otherwise(cause -> "closed: " + cause.getMessage());
  }

  private Future<String> state(Store store) {
    return isConfigured(store)
        ? follower
            .stores()
            .probe(store)
            .map("UP")
            .otherwise(cause -> "DOWN: " + StoreFaults.words(cause))
        : Future.succeededFuture("NONE");
  }

  private boolean isConfigured(Store store) {
    return store == Store.MAIN || backup.exists();
  }

  private Future<JsonObject> choose(JsonObject request) {
    String actor = Requests.actor(request);
    Store store = store(Json.text(request, "store"));
    String requestId = requestId(request);
    return audit.of(
        actor,
        "store-switch",
        AuditTrail.NO_ITEM,
        follower
            .stores()
            .probe(store)
            .recover(
                cause ->
                    Future.failedFuture(
                        new SeckillException(
                            Outcome.DEGRADED,
                            "the " + store + " Redis cannot sell: " + StoreFaults.words(cause))))
            .compose(usable -> storeSwitch.to(new StoreBook.Wish(store, actor, requestId)))
            .compose(
                made ->
                    book.read()
                        .map(entry -> Audited.of(entry.toJson().put("changed", made != null)))));
  }

  private Store store(String name) {
    for (Store store : Store.values()) {
      if (store.name().equals(name)) {
        if (isConfigured(store)) {
          return store;
        }
        throw SeckillException.badRequest("there is no backup: redis.backupUrl is empty");
      }
    }
    throw SeckillException.badRequest("store must be MAIN or BACKUP");
  }

  private static String requestId(JsonObject request) {
    String id = Json.text(request, "requestId");
    if (id != null && !(Texts.isPlain(id, MAX_REQUEST_ID) && !id.isEmpty())) {
      throw SeckillException.badRequest(
          "requestId must be 1 to " + MAX_REQUEST_ID + " plain characters");
    }
    return id;
  }
}
