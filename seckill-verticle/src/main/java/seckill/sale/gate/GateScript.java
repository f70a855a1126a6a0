package seckill.sale.gate;

import java.util.List;
import seckill.contract.RedisKeys;
import seckill.runtime.LuaScript;

/** The scripts behind what all gateways share, with the one key that each of them gets. */
enum GateScript {
  BUCKET("bucket.lua", RedisKeys.GLOBAL_BUCKET),
  SETTINGS("settings.lua", RedisKeys.GATE);

  private final LuaScript lua;
  private final List<String> keys;

  GateScript(String resource, String key) {
    this.lua = LuaScript.load(GateScript.class, resource);
    this.keys = List.of(key);
  }

  LuaScript lua() {
    return lua;
  }

  List<String> keys() {
    return keys;
  }
}
