package seckill.sale.gate;

import io.vertx.core.json.JsonObject;

/**
 * What operators changed in the gate's settings.
 *
 * @param version raised by every change; 0 if there never was one
 * @param sections who changed a section, when, and to what: {@code {settings, by, at}} by name
 */
record GateChanges(long version, JsonObject sections) {

  /** The settings that are changed in a section; empty if none. */
  JsonObject settings(String section) {
    JsonObject change = sections.getJsonObject(section);
    return change == null ? new JsonObject() : change.getJsonObject("settings", new JsonObject());
  }
}
