package seckill.sale.room;

import io.vertx.core.json.JsonObject;

/**
 * How the waiting room works; meanings, ranges and defaults are in {@code room.schema.json}.
 *
 * @param maxPerSecond users admitted per second and item
 * @param admitPercent admissions valid at one time, in percent of the units left
 * @param backlogLimit unwritten orders at which nobody is admitted; 0 for no limit
 * @param admissionMillis how long an admission is valid
 * @param admitBeforeMillis how long before the sale the first are admitted
 * @param opensBeforeMillis how long before the sale the room opens
 * @param clickCreditMillis how much a click time may count
 * @param freshMillis absence after which one is passed over; at most {@code graceMillis}
 * @param graceMillis absence after which a place is lost
 * @param rememberMillis how long a lost place is remembered
 * @param pollMillis how soon those at the front ask again
 * @param maxPollMillis how soon those far behind ask again; at most a third of {@code graceMillis}
 * @param maxPlaces places per item
 * @param tickMillis how often a till asks whether people may be admitted
 * @param findMillis how often a till looks for items with a waiting room
 * @param chunk users per script call of a release
 * @param maxBatch visits per script call
 * @param maxInFlight script calls under way
 * @param maxWaiting visits that may wait
 */
public record RoomSettings(
    int maxPerSecond,
    int admitPercent,
    long backlogLimit,
    long admissionMillis,
    long admitBeforeMillis,
    long opensBeforeMillis,
    long clickCreditMillis,
    long freshMillis,
    long graceMillis,
    long rememberMillis,
    long pollMillis,
    long maxPollMillis,
    long maxPlaces,
    long tickMillis,
    long findMillis,
    int chunk,
    int maxBatch,
    int maxInFlight,
    int maxWaiting) {
  static final String SECTION = "room";

  /** A waiting user may miss two questions in a row without losing the place. */
  private static final int QUESTIONS_PER_GRACE = 3;

  /** Reads the section {@code room} of a document. */
  public static RoomSettings of(JsonObject settings) {
    return ofSection(settings.getJsonObject(SECTION));
  }

  static RoomSettings ofSection(JsonObject section) {
    long grace = section.getLong("graceMillis");
    long maxPoll = Math.min(section.getLong("maxPollMillis"), grace / QUESTIONS_PER_GRACE);
    return new RoomSettings(
        section.getInteger("maxPerSecond"),
        section.getInteger("admitPercent"),
        section.getLong("backlogLimit"),
        section.getLong("admissionMillis"),
        section.getLong("admitBeforeMillis"),
        section.getLong("opensBeforeMillis"),
        section.getLong("clickCreditMillis"),
        Math.min(section.getLong("freshMillis"), grace),
        grace,
        section.getLong("rememberMillis"),
        Math.min(section.getLong("pollMillis"), maxPoll),
        maxPoll,
        section.getLong("maxPlaces"),
        section.getLong("tickMillis"),
        section.getLong("findMillis"),
        section.getInteger("chunk"),
        section.getInteger("maxBatch"),
        section.getInteger("maxInFlight"),
        section.getInteger("maxWaiting"));
  }
}
