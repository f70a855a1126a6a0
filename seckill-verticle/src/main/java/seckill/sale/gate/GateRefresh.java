package seckill.sale.gate;

import seckill.config.RunningSettings;

/**
 * How the till's own layers keep up with what operators change.
 *
 * @param settings what is in force; the same for all event loops of the till
 * @param everyMillis how often to look
 */
public record GateRefresh(RunningSettings settings, long everyMillis) {}
