package seckill.gateway.gate;

import seckill.config.RunningSettings;

/** A part of the gate whose settings can be changed while it runs. */
public interface Configurable extends RunningSettings.Reader {}
