package seckill.standalone.lab.version;

import seckill.runtime.LuaScript;
import seckill.sale.window.UserWindow;

/** Every script of the lab; the full script is the till's own. */
public enum LabScript {
  /** Sells one unit if there is one. KEYS: stock. */
  STOCK(LuaScript.load(LabScript.class, "stock.lua")),

  /** A window that begins anew at every edge. KEYS: count. ARGV: limit, window, clock, millis. */
  FIXED_WINDOW(LuaScript.load(LabScript.class, "fixed-window.lua", "given-clock.lua")),

  /** The till's own sliding window under a given clock. KEYS and ARGV as of the fixed one. */
  SLIDING_WINDOW(
      LuaScript.of(
          "sliding-window",
          LuaScript.load(LabScript.class, "given-clock.lua").source()
              + UserWindow.SCRIPT.source()));

  private final LuaScript lua;

  LabScript(LuaScript lua) {
    this.lua = lua;
  }

  /** The script's text and name. */
  public LuaScript lua() {
    return lua;
  }
}
