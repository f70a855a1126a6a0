package seckill.sale.gate;

import java.util.List;
import java.util.function.Function;
import seckill.contract.RedisKeys;
import seckill.runtime.LuaScript;

/** The scripts behind what all gateways share, with the one key that each of them gets. */
enum GateScript {
  BUCKET("bucket.lua", RedisKeys::globalBucket),
  SETTINGS("settings.lua", RedisKeys::gate);

  private final LuaScript lua;
  private final Function<RedisKeys, String> key;

  GateScript(String resource, Function<RedisKeys, String> key) {
    this.lua = LuaScript.load(GateScript.class, resource);
    this.key = key;
  }

  LuaScript lua() {
    return lua;
  }

  List<String> keys(RedisKeys keys) {
    return List.of(key.apply(keys));
  }
}
