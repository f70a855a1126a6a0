package seckill.contract;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Set;

/**
 * What stands between a buyer and one item, besides the gate's common layers.
 *
 * @param waitingRoom whether buyers have to queue and be admitted
 * @param challenge who has to solve a challenge
 * @param reservation when buyers have to register, or {@code null} if they need not
 */
public record ItemGate(boolean waitingRoom, ChallengeMode challenge, Reservation reservation) {
  /** Nothing besides the common layers; a challenge for those whom a rule points at. */
  public static final ItemGate OPEN = new ItemGate(false, ChallengeMode.AUTO, null);

  private static final Set<String> FIELDS = Set.of("waitingRoom", "challenge", "reservation");
  private static final Set<String> RESERVATION_FIELDS = Set.of("from", "until");

  /** Who has to solve a challenge. */
  public enum ChallengeMode {
    /** Nobody, whatever the rules say. */
    NEVER,
    /** Whoever the gate's rules point at, and everybody while the rate is high. */
    AUTO,
    /** Everybody. */
    ALWAYS
  }

  /**
   * When buyers register.
   *
   * @param from first instant
   * @param until first instant after the last
   */
  public record Reservation(Instant from, Instant until) {
    public Reservation {
      if (!until.isAfter(from)) {
        throw SeckillException.badRequest("reservation.until must be after reservation.from");
      }
      ItemSpec.requireStorable("reservation.from", from);
      ItemSpec.requireStorable("reservation.until", until);
    }
  }

  /**
   * Reads the JSON form; what is absent is as in {@link #OPEN}.
   *
   * @throws SeckillException BAD_REQUEST, naming the field
   */
  public static ItemGate fromJson(JsonObject json) {
    if (json == null) {
      return OPEN;
    }
    Json.requireOnly(json, FIELDS);
    return new ItemGate(
        waitingRoom(json), challenge(Json.text(json, "challenge")), reservation(json));
  }

  private static boolean waitingRoom(JsonObject json) {
    Object value = json.getValue("waitingRoom", false);
    if (value instanceof Boolean wanted) {
      return wanted;
    }
    throw SeckillException.badRequest("waitingRoom must be true or false");
  }

  private static ChallengeMode challenge(String text) {
    if (text == null) {
      return ChallengeMode.AUTO;
    }
    for (ChallengeMode mode : ChallengeMode.values()) {
      if (mode.name().equals(text)) {
        return mode;
      }
    }
    throw SeckillException.badRequest(
        "challenge must be NEVER, AUTO or ALWAYS, got " + Texts.quote(text));
  }

  private static Reservation reservation(JsonObject json) {
    Object value = json.getValue("reservation");
    if (value == null) {
      return null;
    }
    if (!(value instanceof JsonObject times)) {
      throw SeckillException.badRequest("reservation must be an object with from and until");
    }
    Json.requireOnly(times, RESERVATION_FIELDS);
    return new Reservation(ItemSpec.instant(times, "from"), ItemSpec.instant(times, "until"));
  }

  /** The JSON form. */
  public JsonObject toJson() {
    JsonObject json =
        new JsonObject().put("waitingRoom", waitingRoom).put("challenge", challenge.name());
    if (reservation != null) {
      json.put(
          "reservation",
          new JsonObject()
              .put("from", reservation.from().toString())
              .put("until", reservation.until().toString()));
    }
    return json;
  }
}
