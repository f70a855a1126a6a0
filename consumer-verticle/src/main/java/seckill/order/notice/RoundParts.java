package seckill.order.notice;

import java.util.function.Supplier;

/**
 * What rounds of both kinds are made of.
 *
 * @param claims makes a new claim for each round
 * @param chunk notices of one round
 */
record RoundParts(
    Courier courier,
    RetryRules rules,
    GivenUpNotices givenUp,
    Supplier<Claim> claims,
    int chunk,
    NoticeHooks hooks) {}
