package seckill.standalone.bench;

/**
 * How long a benchmark runs.
 *
 * @param rounds per figure; the median counts
 * @param seconds of one round
 * @param warmSeconds longest warm-up of each server; it ends sooner once the rate is steady
 * @param sustainedSeconds of the run that compares landed with accepted orders
 * @param connections that the load client keeps
 */
record BenchPlan(int rounds, int seconds, int warmSeconds, int sustainedSeconds, int connections) {}
