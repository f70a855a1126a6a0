package seckill.sale.room;

/**
 * A waiting room at one moment.
 *
 * @param nowMillis that moment, by Redis
 * @param opensAtMillis when the room opens
 * @param startAtMillis when the sale opens
 * @param stock units left; -1 if not known
 * @param admitted admissions that are valid
 * @param perSecond recent admissions per second
 * @param admittedTotal admissions ever
 * @param paused whether nobody can buy for the moment
 */
record RoomState(
    long nowMillis,
    long opensAtMillis,
    long startAtMillis,
    long stock,
    long admitted,
    double perSecond,
    long admittedTotal,
    boolean paused) {}
