package seckill.sale.gate;

import seckill.runtime.LuaScript;

/** The scripts that keep challenges; their keys are all of one item, so all in one cluster slot. */
enum ChallengeScript {
  KEEP("challenge-keep.lua"),
  ANSWER("challenge-answer.lua");

  private final LuaScript lua;

  ChallengeScript(String resource) {
    this.lua = LuaScript.load(ChallengeScript.class, resource);
  }

  LuaScript lua() {
    return lua;
  }
}
