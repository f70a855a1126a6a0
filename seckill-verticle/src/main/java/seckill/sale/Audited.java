package seckill.sale;

import io.vertx.core.json.JsonObject;

/**
 * What came of an administrative change.
 *
 * @param reply for the one who asked
 * @param detail for the audit: the old and the new value where there are such
 */
public record Audited(JsonObject reply, JsonObject detail) {

  /** A change of which the reply says everything. */
  public static Audited of(JsonObject reply) {
    return new Audited(reply, reply);
  }

  /** A change from one value to another. */
  public static Audited of(JsonObject reply, Object before, Object after) {
    return new Audited(reply, new JsonObject().put("old", before).put("new", after));
  }
}
