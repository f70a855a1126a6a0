package seckill.sale.recovery;

import java.util.List;
import seckill.contract.ItemKeys;
import seckill.runtime.LuaScript;
import seckill.sale.SalePart;

/** Every script of a rebuild; all begin with {@code building.lua} and get the same keys. */
enum RecoveryScript {
  CLOSE("close.lua"),
  HOLD("hold.lua"),
  ENTER("enter.lua"),
  FORGET("forget.lua"),
  LAPSE("lapse.lua"),
  BRING("bring.lua"),
  BUILD("build.lua"),
  OPEN("open.lua");

  static final String COMMON = "building.lua";

  private final LuaScript lua;

  RecoveryScript(String resource) {
    this.lua = LuaScript.load(RecoveryScript.class, resource, SalePart.NUMBERS, COMMON);
  }

  LuaScript lua() {
    return lua;
  }

  static List<String> keys(ItemKeys item) {
    return List.of(
        item.item(),
        item.stock(),
        item.users(),
        item.receipts(),
        item.orders(),
        item.barred(),
        item.returned());
  }
}
