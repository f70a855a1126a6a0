package seckill.contract;

import io.vertx.core.json.JsonObject;

/**
 * One try to buy one unit.
 *
 * @param itemId the item
 * @param userId the buyer, checked by {@link UserIds}
 * @param orderId given before the attempt is sent, so that even a timeout leaves a number to ask
 *     for
 * @param fingerprint of the idempotency key, empty if the buyer sent none ({@link Idempotency})
 * @param reference the shop's own note that travels into the order (cart, address, campaign), empty
 *     if none
 * @param challenge what the gate says of the challenge
 * @param endNanos when the attempt is dropped untouched, as {@link TimeLeft} counts inside a
 *     process
 */
public record PurchaseAttempt(
    long itemId,
    String userId,
    String orderId,
    String fingerprint,
    String reference,
    Challenge challenge,
    long endNanos) {

  /**
   * What the gate says of the challenge.
   *
   * @param required whether this attempt needs a pass even if its item does not
   * @param pass the one-time pass that the buyer shows, empty if none
   */
  public record Challenge(boolean required, String pass) {
    /** Neither asked for nor shown. */
    public static final Challenge NONE = new Challenge(false, "");

    /** The longest pass, in ASCII characters. */
    public static final int MAX_PASS_CHARS = 64;

    /** Whether a text could be a pass. */
    public static boolean isPass(String text) {
      if (text.isEmpty() || text.length() > MAX_PASS_CHARS) {
        return false;
      }
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
        if (!letter && (c < '0' || c > '9') && c != '_' && c != '-') {
          return false;
        }
      }
      return true;
    }

    /**
     * A challenge with a pass that may be absent.
     *
     * @throws SeckillException CHALLENGE_INVALID if the text can be no pass
     */
    public static Challenge of(boolean required, String pass) {
      if (pass == null || pass.isEmpty()) {
        return required ? new Challenge(true, "") : NONE;
      }
      if (!isPass(pass)) {
        throw new SeckillException(Outcome.CHALLENGE_INVALID, "this is not a challenge pass");
      }
      return new Challenge(required, pass);
    }
  }

  /** An attempt without a challenge. */
  public PurchaseAttempt(
      long itemId,
      String userId,
      String orderId,
      String fingerprint,
      String reference,
      long endNanos) {
    this(itemId, userId, orderId, fingerprint, reference, Challenge.NONE, endNanos);
  }

  /** The longest reference, in UTF-8 bytes. */
  public static final int MAX_REFERENCE_BYTES = 64;

  /**
   * Reads the JSON form: {@code itemId}, {@code userId}, {@code orderId} and, as the client wishes,
   * {@code idempotencyKey}, {@code reference}, {@code quantity} (only 1), {@code challengePass} and
   * {@code timeLeftMillis}.
   *
   * @param nowNanos by {@link System#nanoTime}
   * @throws SeckillException BAD_REQUEST, naming the field
   */
  public static PurchaseAttempt fromJson(JsonObject json, long nowNanos) {
    if (Json.integer(json, "quantity", 1) != 1) {
      throw SeckillException.badRequest("quantity must be 1");
    }
    String reference = requireReference(json.getValue("reference"));
    return new PurchaseAttempt(
        ItemIds.parse(json.getValue("itemId")),
        UserIds.require(Json.text(json, "userId")),
        OrderIds.require(Json.text(json, "orderId")),
        Idempotency.fingerprint(Json.text(json, "idempotencyKey"), reference),
        reference,
        Challenge.of(false, Json.text(json, "challengePass")),
        TimeLeft.endNanos(TimeLeft.of(json), nowNanos));
  }

  /**
   * Returns a reference if it is one; absent is the empty text.
   *
   * @throws SeckillException BAD_REQUEST
   */
  public static String requireReference(Object json) {
    if (json == null) {
      return "";
    }
    if (json instanceof String text && Texts.isPlain(text, MAX_REFERENCE_BYTES)) {
      return text;
    }
    throw SeckillException.badRequest(
        "reference must be 1 to "
            + MAX_REFERENCE_BYTES
            + " bytes of text without control characters");
  }
}
