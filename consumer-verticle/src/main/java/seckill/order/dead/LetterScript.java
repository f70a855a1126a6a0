package seckill.order.dead;

import seckill.runtime.LuaScript;

/** The scripts on dead letters. */
enum LetterScript {
  REPLAY("replay.lua"),
  DISCARD("discard.lua");

  private final LuaScript script;

  LetterScript(String resource) {
    this.script = LuaScript.load(LetterScript.class, resource);
  }

  LuaScript script() {
    return script;
  }
}
