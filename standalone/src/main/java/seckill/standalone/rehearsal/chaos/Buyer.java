package seckill.standalone.rehearsal.chaos;

import java.util.List;

/**
 * Somebody who wants a unit.
 *
 * @param number tells them apart
 * @param userId who they are
 * @param token that proves it
 * @param arrivesMillis after the start of the rush
 * @param deeds what they do, one after the other
 * @param told what they are told
 */
record Buyer(
    int number,
    String userId,
    String token,
    long arrivesMillis,
    List<Deed> deeds,
    Testimony told) {}
