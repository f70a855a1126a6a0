package seckill.contract;

/**
 * What came of a purchase; the one list of names used on the event bus, in HTTP and in metrics.
 *
 * <p>Codes from 1 to -13 are decided inside the purchase script. The others are decided before it
 * is reached. {@link #PENDING} never means "failed": the purchase may have gone through.
 */
public enum Outcome {
  /** A unit is reserved and the order will be written; also the replay of an idempotency key. */
  ACCEPTED(1, 202, false),
  /** No stock left. */
  SOLD_OUT(0, 409, false),
  /** This user already holds an order, whose id the result carries. */
  DUPLICATE(-1, 409, false),
  /** Unknown item, or not preheated. */
  NOT_FOUND(-2, 404, false),
  /** The sale window has not opened; the result carries the start time. */
  NOT_STARTED(-3, 409, true),
  /** The sale window is over. */
  ENDED(-4, 409, false),
  /** Kill switch, or the item is closed for recovery. */
  PAUSED(-5, 503, true),
  /** The item has a waiting room and this user has no valid admission. */
  NOT_ADMITTED(-6, 403, true),
  /** The backlog cap, or a waiting limit, is reached for now. */
  BUSY(-7, 503, true),
  /** The idempotency key was used before with other parameters. */
  KEY_REUSED(-8, 422, false),
  /** Redis is not usable for this item (gone, evicted, wrong type, out of memory). */
  DEGRADED(-9, 503, true),
  /** The item is for those who registered before its deadline, and this user is not one. */
  NOT_RESERVED(-10, 403, false),
  /** A challenge has to be passed first. */
  CHALLENGE_REQUIRED(-11, 403, true),
  /** The pass of a challenge is no pass, used, expired, or not this user's for this item. */
  CHALLENGE_INVALID(-12, 403, true),
  /** This user let as many orders of the item lapse as one may, and cannot buy it any more. */
  LAPSE_LIMIT(-13, 403, false),
  /** The outcome is not known yet; ask for the result. */
  PENDING(202, 202, true),
  /** The request is malformed; nothing was touched. */
  BAD_REQUEST(400, 400, false),
  /** The token is missing, forged or expired. */
  UNAUTHENTICATED(401, 401, false),
  /** The token does not allow this. */
  FORBIDDEN(403, 403, false),
  /** The answer to a challenge is not right. */
  CHALLENGE_WRONG(4031, 403, true),
  /** All tries of a challenge are used up. */
  CHALLENGE_USED_UP(4032, 403, true),
  /** A challenge ran out, was solved or replaced before, or is not this user's for this item. */
  CHALLENGE_EXPIRED(4033, 403, true),
  /** The path exists, the method does not. */
  METHOD_NOT_ALLOWED(405, 405, false),
  /** The place in the waiting room is lost: nobody asked for it for too long. */
  PLACE_EXPIRED(410, 410, false),
  /** The state of the thing does not allow this (for example: the item exists already). */
  CONFLICT(4091, 409, false),
  /** The settings switch this part of the product off; nothing will change that but an operator. */
  SWITCHED_OFF(4092, 409, false),
  /** A payment is not of the order's price; nothing was changed. */
  AMOUNT_MISMATCH(4221, 422, false),
  /** The body is over the limit. */
  TOO_LARGE(413, 413, false),
  /** The body is not JSON. */
  UNSUPPORTED_MEDIA_TYPE(415, 415, false),
  /** A limit of the gate is reached; retry later. */
  RATE_LIMITED(429, 429, true),
  /** A fault of the product. */
  INTERNAL(500, 500, true);

  private static final Outcome[] VALUES = values();
  private static final int LOWEST_SCRIPT_CODE = -13;
  private static final int FAILURE_CODE_BASE = 100;

  private final int code;
  private final int httpStatus;
  private final boolean retryable;

  Outcome(int code, int httpStatus, boolean retryable) {
    this.code = code;
    this.httpStatus = httpStatus;
    this.retryable = retryable;
  }

  /** The number that stands for this outcome in script replies and in JSON. */
  public int code() {
    return code;
  }

  /** The HTTP status that answers it. */
  public int httpStatus() {
    return httpStatus;
  }

  /** Whether the same request may succeed later. */
  public boolean retryable() {
    return retryable;
  }

  /**
   * The failure code on the event bus: always positive, because Vert.x itself uses -1 for timeouts
   * and missing handlers.
   */
  public int failureCode() {
    return code > 1 ? code : FAILURE_CODE_BASE - code;
  }

  /**
   * The outcome with this {@link #code()}.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Outcome ofCode(int code) {
    if (code <= 1 && code >= LOWEST_SCRIPT_CODE) {
      // The script codes are declared in order, 1 down to -13.
      return VALUES[1 - code];
    }
    for (Outcome outcome : VALUES) {
      if (outcome.code == code) {
        return outcome;
      }
    }
    throw new IllegalArgumentException("no outcome has code " + code);
  }

  /** The outcome with this {@link #failureCode()}, or {@link #INTERNAL} for a foreign number. */
  public static Outcome ofFailureCode(int failureCode) {
    if (SeckillException.isStoreAway(failureCode)) {
      return DEGRADED;
    }
    for (Outcome outcome : VALUES) {
      if (outcome.failureCode() == failureCode) {
        return outcome;
      }
    }
    return INTERNAL;
  }
}
