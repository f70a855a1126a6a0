package seckill.standalone.bench.load;

/**
 * What one run showed.
 *
 * @param requests answered
 * @param perSecond answered per second
 * @param refused answers with a status of 400 or more
 * @param errors requests without an answer
 * @param p50Micros median latency
 * @param p99Micros 99th percentile
 * @param p999Micros 99.9th percentile
 * @param maxMicros worst
 * @param wrapped how often the tokens were too few and began again
 */
public record LoadResult(
    long requests,
    double perSecond,
    long refused,
    long errors,
    long p50Micros,
    long p99Micros,
    long p999Micros,
    long maxMicros,
    long wrapped) {}
