package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import seckill.contract.Addresses;
import seckill.contract.ItemGate;
import seckill.contract.ItemPage;
import seckill.contract.ItemSpec;
import seckill.contract.TermsChange;

/** What operators ask; each request is written down with its outcome. */
final class AdminDesk {
  private final ItemRepository items;
  private final Preheat preheat;
  private final KillSwitch killSwitch;
  private final GateChange gates;
  private final TermsChanges terms;
  private final ItemCatalog catalog;
  private final SaleNews news;
  private final AuditTrail audit;

  AdminDesk(
      ItemRepository items,
      Preheat preheat,
      SaleControls controls,
      ItemCatalog catalog,
      SaleNews news) {
    this.items = items;
    this.preheat = preheat;
    this.killSwitch = controls.killSwitch();
    this.gates = controls.gateChange();
    this.terms = controls.termsChanges();
    this.catalog = catalog;
    this.news = news;
    this.audit = new AuditTrail(items);
  }

  void openAt(BusDoor door) {
    door.serve(Addresses.ITEM_CREATE, body -> create(Requests.json(body)));
    door.serve(Addresses.ITEM_EDIT, body -> edit(Requests.json(body)));
    door.serve(Addresses.ITEM_PREHEAT, body -> change("preheat", body, this::preheat));
    door.serve(Addresses.ITEM_PAUSE, body -> change("pause", body, killSwitch::pause));
    door.serve(Addresses.ITEM_RESUME, body -> change("resume", body, killSwitch::resume));
    door.serve(Addresses.ITEM_GATE, body -> setGate(Requests.json(body)));
    door.serve(Addresses.ITEM_PAGE, body -> setPage(Requests.json(body)));
    door.serve(
        Addresses.ITEM_RESTOCK, body -> changeTerms(TermsChange.Kind.RESTOCK, Requests.json(body)));
    door.serve(
        Addresses.ITEM_EXTEND, body -> changeTerms(TermsChange.Kind.EXTEND, Requests.json(body)));
    door.serve(Addresses.SALE_PAUSE, body -> changeAll("pause-all", body, killSwitch::pauseAll));
    door.serve(Addresses.SALE_RESUME, body -> changeAll("resume-all", body, killSwitch::resumeAll));
  }

  private Future<JsonObject> create(JsonObject json) {
    String actor = Requests.actor(json);
    ItemSpec item = ItemSpec.fromJson(Requests.json(json.getValue("item")));
    JsonObject reply =
        new JsonObject().put("itemId", Long.toString(item.itemId())).put("status", SaleItem.DRAFT);
    return audit.of(
        actor,
        "create",
        item.itemId(),
        items.insert(item).map(done -> new Audited(reply, item.toJson())));
  }

  private Future<JsonObject> edit(JsonObject json) {
    String actor = Requests.actor(json);
    ItemSpec item = ItemSpec.fromJson(Requests.json(json.getValue("item")));
    JsonObject reply =
        new JsonObject().put("itemId", Long.toString(item.itemId())).put("status", SaleItem.DRAFT);
    return audit.of(
        actor,
        "edit",
        item.itemId(),
        items.edit(item).map(before -> Audited.of(reply, before.spec().toJson(), item.toJson())));
  }

  private Future<JsonObject> change(
      String action, Object body, LongFunction<Future<Audited>> work) {
    long itemId = Requests.itemId(body);
    String actor = Requests.actor(Requests.json(body));
    return audit.of(actor, action, itemId, work.apply(itemId));
  }

  private Future<JsonObject> changeAll(String action, Object body, Supplier<Future<Audited>> work) {
    String actor = Requests.actor(Requests.json(body));
    return audit.of(actor, action, AuditTrail.NO_ITEM, work.get());
  }

  private Future<JsonObject> setGate(JsonObject json) {
    long itemId = Requests.itemId(json);
    String actor = Requests.actor(json);
    ItemGate gate = ItemGate.fromJson(Requests.json(json.getValue("gate")));
    return audit.of(actor, "gate", itemId, gates.set(itemId, gate));
  }

  // What buyers read may be corrected at any time; what they agree to by buying (SKU, price) stays.
  private Future<JsonObject> setPage(JsonObject json) {
    long itemId = Requests.itemId(json);
    String actor = Requests.actor(json);
    ItemPage page = ItemPage.fromJson(Requests.json(json.getValue("page")));
    return audit.of(
        actor,
        "page",
        itemId,
        items
            .setPage(itemId, page)
            .compose(before -> shown(before).map(told -> page(before, page))));
  }

  private static Audited page(SaleItem before, ItemPage page) {
    JsonObject reply =
        new JsonObject()
            .put("itemId", Long.toString(before.itemId()))
            .put("status", before.status())
            .put("page", page.toJson());
    return Audited.of(reply, before.spec().page().toJson(), page.toJson());
  }

  /** Tells the gateways, once the list has what they will ask for; nobody sees a draft. */
  private Future<Void> shown(SaleItem item) {
    return item.status().equals(SaleItem.DRAFT)
        ? Future.succeededFuture()
        : catalog.refresh().otherwiseEmpty().onSuccess(read -> news.itemPage(item.itemId()));
  }

  private Future<JsonObject> changeTerms(TermsChange.Kind kind, JsonObject json) {
    long itemId = Requests.itemId(json);
    String actor = Requests.actor(json);
    JsonObject wanted = json.copy();
    wanted.remove("itemId");
    wanted.remove("actor");
    TermsChange change = TermsChange.fromJson(itemId, kind, wanted);
    return audit.of(actor, kind.name().toLowerCase(Locale.ROOT), itemId, terms.make(change, actor));
  }

  private Future<Audited> preheat(long itemId) {
    return preheat
        .run(itemId)
        .compose(reply -> catalog.refresh().transform(read -> Future.succeededFuture(reply)))
        .onSuccess(reply -> news.preheated(itemId))
        .map(Audited::of);
  }
}
