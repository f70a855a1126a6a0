package seckill.standalone.client;

import io.vertx.core.Future;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The HTTP API of one gateway, as a client sees it. */
public final class SaleApi {
  /** The header that carries the token, after {@link #BEARER}. */
  public static final String AUTHORIZATION = "Authorization";

  /** What stands before a token. */
  public static final String BEARER = "Bearer ";

  /** The header that tells a try again from a new one. */
  public static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  private final HttpCalls calls;
  private final Supplier<String> operator;

  /**
   * An API.
   *
   * @param gateway {@code http://host:port}
   * @param mint for tokens of the admin role
   */
  public SaleApi(HttpClient client, URI gateway, TokenMint mint) {
    this(client, gateway, mint::operator);
  }

  /**
   * An API.
   *
   * @param gateway {@code http://host:port}
   * @param operator gives tokens of the admin role
   */
  public SaleApi(HttpClient client, URI gateway, Supplier<String> operator) {
    this(new HttpCalls(client, gateway, null), operator);
  }

  private SaleApi(HttpCalls calls, Supplier<String> operator) {
    this.calls = calls;
    this.operator = operator;
  }

  /** The same API for a client behind a proxy, who calls from this address. */
  public SaleApi from(String client) {
    return new SaleApi(calls.from(client), operator);
  }

  /** Creates an item; 409 if it exists. */
  public Future<Reply> createItem(JsonObject item) {
    return admin(HttpMethod.POST, "/admin/items", item);
  }

  /** Loads an item into Redis. */
  public Future<Reply> preheat(String itemId) {
    return admin(HttpMethod.POST, "/admin/items/" + itemId + "/preheat", null);
  }

  /** Builds the state of an item in Redis again. */
  public Future<Reply> recover(String itemId) {
    return admin(HttpMethod.POST, "/admin/items/" + itemId + "/recover", null);
  }

  /** Opens the sale on a Redis that is built again. */
  public Future<Reply> openStore() {
    return admin(HttpMethod.POST, "/admin/store/open", null);
  }

  /** Closes an item at once. */
  public Future<Reply> pause(String itemId) {
    return admin(HttpMethod.POST, "/admin/items/" + itemId + "/pause", null);
  }

  /** Opens a paused item again. */
  public Future<Reply> resume(String itemId) {
    return admin(HttpMethod.POST, "/admin/items/" + itemId + "/resume", null);
  }

  /**
   * Changes the terms of a sale.
   *
   * @param action {@code restock} or {@code extend}
   */
  public Future<Reply> changeTerms(String itemId, String action, JsonObject change) {
    return admin(HttpMethod.POST, "/admin/items/" + itemId + "/" + action, change);
  }

  /** Blocks an address, a network or a user. */
  public Future<Reply> block(JsonObject entry) {
    return admin(HttpMethod.PUT, "/admin/blacklist", entry);
  }

  /** Closes all items at once. */
  public Future<Reply> pauseAll() {
    return admin(HttpMethod.POST, "/admin/pause", null);
  }

  /** Opens all items that are not paused by themselves. */
  public Future<Reply> resumeAll() {
    return admin(HttpMethod.POST, "/admin/resume", null);
  }

  /** Which Redis sells. */
  public Future<Reply> store() {
    return admin(HttpMethod.GET, "/admin/store", null);
  }

  /**
   * Sells from the other Redis from now on.
   *
   * @param requestId makes the request one that can be sent again
   */
  public Future<Reply> switchStore(String store, String requestId) {
    JsonObject wish = new JsonObject().put("store", store).put("requestId", requestId);
    return admin(HttpMethod.POST, "/admin/store/switch", wish);
  }

  /** Holds the books of an item against each other now. */
  public Future<Reply> reconcile(String itemId) {
    return admin(HttpMethod.POST, "/admin/reconciliations", new JsonObject().put("itemId", itemId));
  }

  /** The same, and mends what can be mended safely. */
  public Future<Reply> repair(String itemId) {
    return admin(
        HttpMethod.POST,
        "/admin/reconciliations",
        new JsonObject().put("itemId", itemId).put("repair", true));
  }

  /** The preheated items. */
  public Future<JsonArray> items() {
    return send(HttpMethod.GET, "/api/items", null, null, null)
        .compose(
            reply ->
                reply.succeeded()
                    ? Future.succeededFuture(reply.body().getJsonArray("items"))
                    : Future.failedFuture(reply.problem()));
  }

  /**
   * Tries to buy one unit.
   *
   * @param key idempotency key, or {@code null} for none
   */
  public Future<Reply> buy(String itemId, String token, String key) {
    return send(HttpMethod.POST, "/api/items/" + itemId + "/purchases", token, key, null);
  }

  /**
   * Tries to buy one unit.
   *
   * @param pass of a solved challenge
   */
  public Future<Reply> buyWithPass(String itemId, String token, String pass) {
    return request(
        HttpMethod.POST,
        "/api/items/" + itemId + "/purchases",
        token,
        Map.of("Challenge-Pass", pass),
        null);
  }

  /** Asks for a challenge. */
  public Future<Reply> challenge(String itemId, String token) {
    return request(HttpMethod.GET, challengePath(itemId), token, Map.of(), null);
  }

  /** Answers a challenge; the right answer brings a pass. */
  public Future<Reply> answerChallenge(
      String itemId, String token, String challengeId, String answer) {
    return request(
        HttpMethod.POST,
        challengePath(itemId),
        token,
        Map.of(),
        new JsonObject().put("challengeId", challengeId).put("answer", answer));
  }

  private static String challengePath(String itemId) {
    return "/api/items/" + itemId + "/challenge";
  }

  /** The token's own result for an item. */
  public Future<Reply> mine(String itemId, String token) {
    return send(HttpMethod.GET, "/api/items/" + itemId + "/purchases/mine", token, null, null);
  }

  /** Gives an order of the token's user back. */
  public Future<Reply> cancel(String orderId, String itemId, String token) {
    return send(
        HttpMethod.POST, "/api/orders/" + orderId + "/cancel?itemId=" + itemId, token, null, null);
  }

  /** One order of the token's user. */
  public Future<Reply> order(String orderId, String token) {
    return send(HttpMethod.GET, "/api/orders/" + orderId, token, null, null);
  }

  /** The orders of the token's user. */
  public Future<Reply> orders(String token) {
    return send(HttpMethod.GET, "/api/orders", token, null, null);
  }

  /** Gives an order of the token's user back. */
  public Future<Reply> cancel(String orderId, String token) {
    return send(HttpMethod.POST, "/api/orders/" + orderId + "/cancel", token, null, null);
  }

  /**
   * Tells that an order was paid, as its payment provider would.
   *
   * @param signer signs with the secret that the gateway knows
   */
  public Future<Reply> noticePayment(
      String orderId, String paymentId, long amountCents, NoticeSigner signer) {
    JsonObject notice =
        new JsonObject()
            .put("orderId", orderId)
            .put("paymentId", paymentId)
            .put("amountCents", amountCents);
    return send(
        HttpMethod.POST,
        "/api/orders/" + orderId + "/payment-notices",
        Map.of(NoticeSigner.HEADER, signer.sign(notice.toBuffer())),
        notice);
  }

  /** Sends a request of the admin role; {@code body} may be {@code null}. */
  public Future<Reply> admin(HttpMethod method, String path, JsonObject body) {
    return send(method, path, operator.get(), null, body);
  }

  /** Sends any request; {@code token}, {@code key} and {@code body} may be {@code null}. */
  public Future<Reply> send(
      HttpMethod method, String path, String token, String key, JsonObject body) {
    return request(
        method, path, token, key == null ? Map.of() : Map.of(IDEMPOTENCY_KEY, key), body);
  }

  private Future<Reply> request(
      HttpMethod method, String path, String token, Map<String, String> others, JsonObject body) {
    Map<String, String> headers = new HashMap<>(others);
    if (token != null) {
      headers.put(AUTHORIZATION, BEARER + token);
    }
    return send(method, path, headers, body);
  }

  /** Sends any request; {@code body} may be {@code null}. */
  public Future<Reply> send(
      HttpMethod method, String path, Map<String, String> headers, JsonObject body) {
    return calls.send(method, path, headers, body);
  }
}
