package seckill.gateway.gate;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import seckill.contract.ClientAddress;

/**
 * One request on its way through the gate: what the layers before have found out about it. Belongs
 * to the event loop of its request.
 */
public final class Visit {
  /** Where a buyer shows the pass of a solved challenge. */
  public static final CharSequence PASS_HEADER = HttpHeaders.createOptimized("Challenge-Pass");

  private final HttpServerRequest request;
  private ClientAddress address = ClientAddress.NONE;
  private Caller caller;
  private long itemId;
  private boolean challengeRequired;
  private boolean challengeWaived;
  private String orderId;
  private long patienceMillis;

  public Visit(HttpServerRequest request) {
    this.request = request;
  }

  public HttpServerRequest request() {
    return request;
  }

  /** Whence the request comes; {@link ClientAddress#NONE} before the layer that finds out. */
  public ClientAddress address() {
    return address;
  }

  public void comesFrom(ClientAddress found) {
    this.address = found;
  }

  /** Who sends the request; {@code null} before the token was verified. */
  public Caller caller() {
    return caller;
  }

  public void isBy(Caller verified) {
    this.caller = verified;
  }

  /** The item that the request is about; 0 if about none. */
  public long itemId() {
    return itemId;
  }

  public Visit about(long item) {
    this.itemId = item;
    return this;
  }

  /** Whether a layer wants a challenge to be solved before this purchase. */
  public boolean challengeRequired() {
    return challengeRequired;
  }

  /** Makes this purchase need the pass of a solved challenge. */
  public void requireChallenge() {
    this.challengeRequired = true;
  }

  /**
   * Makes this purchase need no pass, whatever a layer before wanted; one that is shown is not
   * looked at.
   */
  public void waiveChallenge() {
    this.challengeRequired = false;
    this.challengeWaived = true;
  }

  /** The pass that the buyer shows; {@code null} if none counts. */
  public String pass() {
    return challengeWaived ? null : request.getHeader(PASS_HEADER);
  }

  /** The order id of the purchase that was sent; {@code null} if none was. */
  public String orderId() {
    return orderId;
  }

  public void isSentAs(String purchase) {
    this.orderId = purchase;
  }

  /** How long the request may take, if longer than usual; else 0. */
  public long patienceMillis() {
    return patienceMillis;
  }

  public void mayTake(long millis) {
    this.patienceMillis = millis;
  }
}
