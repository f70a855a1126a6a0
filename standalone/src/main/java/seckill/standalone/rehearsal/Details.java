package seckill.standalone.rehearsal;

import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * What a load has to tell beyond the figures that all loads have.
 *
 * @param lines for a person
 * @param json for machines, laid over the report's own
 * @param unproven what this load could not prove, each in one sentence
 */
public record Details(List<String> lines, JsonObject json, List<String> unproven) {
  static final Details NONE = new Details(List.of(), new JsonObject(), List.of());
}
