package seckill.sale.gate;

import io.vertx.core.Future;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.runtime.RedisLink;

/** Keeps in Redis what operators changed in the gate's settings. */
final class GateStore {
  private static final Logger LOG = LoggerFactory.getLogger(GateStore.class);
  private static final String VERSION = "version";

  private final RedisLink redis;

  GateStore(RedisLink redis) {
    this.redis = redis;
  }

  /** All changes. */
  Future<GateChanges> read() {
    return redis.send(Request.cmd(Command.HGETALL).arg(redis.keys().gate())).map(this::changes);
  }

  private GateChanges changes(Response hash) {
    long version = 0;
    JsonObject sections = new JsonObject();
    // Names and values in turn.
    for (int i = 0; i < hash.size(); i += 2) {
      String name = hash.get(i).toString();
      String value = hash.get(i + 1).toString();
      if (name.equals(VERSION)) {
        version = version(value);
      } else {
        put(sections, name, value);
      }
    }
    return new GateChanges(version, sections);
  }

  private static long version(String text) {
    return text.matches("[0-9]{1,15}") ? Long.parseLong(text) : 0;
  }

  private void put(JsonObject sections, String name, String text) {
    try {
      JsonObject change = new JsonObject(text);
      if (change.getValue("settings") instanceof JsonObject) {
        sections.put(name, change);
        return;
      }
    } catch (DecodeException e) {
      LOG.debug("no JSON", e);
    }
    LOG.warn(
        "what {} holds for {} is no change of settings and is left out", redis.keys().gate(), name);
  }

  /**
   * Changes one section.
   *
   * @param from the version that the change was made from
   * @param change {@code {settings, by, at}}; {@code null} to go back to the file
   * @return the new version; 0 if another change came between
   */
  Future<Long> write(long from, String section, JsonObject change) {
    return redis
        .eval(
            GateScript.SETTINGS.lua(),
            GateScript.SETTINGS.keys(redis.keys()),
            List.of(Long.toString(from), section, change == null ? "" : change.encode()))
        .map(Response::toLong);
  }
}
