package seckill.gateway;

import static io.vertx.core.http.HttpMethod.DELETE;
import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.POST;
import static io.vertx.core.http.HttpMethod.PUT;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;
import seckill.contract.Addresses;
import seckill.contract.TermsChange;

/** The operators' routes: each asks for the admin role and knows its query first. */
final class AdminRoutes {
  private final GateRouter.Parts parts;
  private final Adding on;

  /** Adds a route to the router that all routes stand in. */
  interface Adding {
    Route route(HttpMethod method, String path, String operation);
  }

  AdminRoutes(GateRouter.Parts parts, Adding on) {
    this.parts = parts;
    this.on = on;
  }

  void add() {
    lists(parts.board());
    AdminHandlers admin = parts.admin();
    admin(POST, "/admin/items", "createItem", admin::create);
    admin(PUT, "/admin/items/:itemId", "editItem", admin::edit);
    admin(
        POST, "/admin/items/:itemId/preheat", "preheat", admin.longChange(Addresses.ITEM_PREHEAT));
    admin(
        POST, "/admin/items/:itemId/recover", "recover", admin.longChange(Addresses.ITEM_RECOVER));
    admin(POST, "/admin/store/open", "openStore", admin.changeAll(Addresses.STORE_OPEN));
    admin(POST, "/admin/items/:itemId/pause", "pause", admin.change(Addresses.ITEM_PAUSE));
    admin(POST, "/admin/items/:itemId/resume", "resume", admin.change(Addresses.ITEM_RESUME));
    admin(PUT, "/admin/items/:itemId/gate", "setGate", admin::setGate);
    admin(PUT, "/admin/items/:itemId/page", "setPage", admin::setPage);
    terms("restock", admin.changeTerms(Addresses.ITEM_RESTOCK, TermsChange.Kind.RESTOCK));
    terms("extend", admin.changeTerms(Addresses.ITEM_EXTEND, TermsChange.Kind.EXTEND));
    admin(GET, "/admin/items/:itemId/ledger", "ledger", admin::ledger);
    admin(POST, "/admin/pause", "pauseAll", admin.changeAll(Addresses.SALE_PAUSE));
    admin(POST, "/admin/resume", "resumeAll", admin.changeAll(Addresses.SALE_RESUME));
    admin(GET, "/admin/status", "saleStatus", admin::saleStatus);
    admin(GET, "/admin/store", "store", admin::store);
    admin(POST, "/admin/store/switch", "switchStore", admin::switchStore);
    admin(POST, "/admin/reconciliations", "reconcile", admin::reconcile);
    GateAdminHandlers gate = parts.gate();
    admin(GET, "/admin/gate", "gate", gate::show);
    admin(GET, "/admin/risk", "risk", gate::risk);
    admin(PUT, "/admin/gate/:layer", "changeLayer", gate::change);
    admin(DELETE, "/admin/gate/:layer", "resetLayer", gate::reset);
    NoticeHandlers notices = parts.notices();
    admin(GET, "/admin/notices", "notices", notices::list, NoticeHandlers.QUERY);
    admin(POST, "/admin/notices/retry", "retryNotices", notices::retryAll);
    admin(POST, "/admin/notices/:noticeId/retry", "retryNotice", notices::retry);
    BlacklistHandlers blocked = parts.blacklist();
    String path = "/admin/blacklist";
    admin(GET, path, "blacklist", blocked::list, BlacklistHandlers.LIST_QUERY);
    admin(PUT, path, "block", blocked::add);
    admin(DELETE, path, "unblock", blocked::remove, BlacklistHandlers.ENTRY_QUERY);
    deadLetters(parts.letters());
  }

  private void lists(BoardHandlers board) {
    String[] query = BoardHandlers.QUERY;
    admin(GET, "/admin/overview", "overview", board::overview, BoardHandlers.OVERVIEW_QUERY);
    admin(GET, "/admin/items", "allItems", board::items, query);
    admin(GET, "/admin/audit", "audit", board::audit, query);
    admin(GET, "/admin/reconciliations", "reconciliations", board::reconciliations, query);
  }

  private void deadLetters(DeadLetterHandlers letters) {
    String path = "/admin/dead-letters";
    admin(GET, path, "deadLetters", letters::list, DeadLetterHandlers.QUERY);
    admin(
        POST,
        path + "/:letterId/replay",
        "replayDeadLetter",
        letters.decide(Addresses.DEAD_LETTER_REPLAY));
    admin(
        POST,
        path + "/:letterId/discard",
        "discardDeadLetter",
        letters.decide(Addresses.DEAD_LETTER_DISCARD));
  }

  private void terms(String operation, Handler<RoutingContext> action) {
    admin(POST, "/admin/items/:itemId/" + operation, operation, action);
  }

  private void admin(
      HttpMethod method,
      String path,
      String operation,
      Handler<RoutingContext> action,
      String... query) {
    on.route(method, path, operation)
        .handler(parts.personal())
        .handler(new AdminOnlyHandler())
        .handler(new OnlyKnownQuery(Set.of(query)))
        .handler(parts.body())
        .handler(action);
  }
}
