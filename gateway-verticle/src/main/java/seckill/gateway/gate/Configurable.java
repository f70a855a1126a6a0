package seckill.gateway.gate;

import io.vertx.core.json.JsonObject;

/** A part of the gate whose settings can be changed while it runs. */
public interface Configurable {
  /** The section of the settings that it reads. */
  String section();

  /**
   * Goes on with other settings; called from any thread.
   *
   * @param settings the whole section, checked against its schema
   */
  void configure(JsonObject settings);
}
