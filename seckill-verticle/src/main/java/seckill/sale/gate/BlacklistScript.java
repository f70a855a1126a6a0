package seckill.sale.gate;

import seckill.runtime.LuaScript;

/** The scripts that change the blacklist; their one key is the list. */
enum BlacklistScript {
  CHANGE("blacklist.lua"),
  PRUNE("blacklist-prune.lua");

  private final LuaScript lua;

  BlacklistScript(String resource) {
    this.lua = LuaScript.load(BlacklistScript.class, resource);
  }

  LuaScript lua() {
    return lua;
  }
}
