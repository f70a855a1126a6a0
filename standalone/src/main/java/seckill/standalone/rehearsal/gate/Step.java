package seckill.standalone.rehearsal.gate;

/**
 * What a visitor does next.
 *
 * @param call to be sent
 * @param pauseMillis to be waited before it
 */
record Step(Call call, long pauseMillis) {}
