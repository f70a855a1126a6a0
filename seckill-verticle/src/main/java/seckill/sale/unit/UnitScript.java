package seckill.sale.unit;

import java.util.List;
import seckill.contract.ItemKeys;
import seckill.runtime.LuaScript;
import seckill.sale.SalePart;

/** The scripts about the unit of one order; both begin with {@code unit.lua}, and get its keys. */
enum UnitScript {
  RETURN("return.lua"),
  TAKE("take.lua");

  static final String COMMON = "unit.lua";

  private final LuaScript lua;

  UnitScript(String resource) {
    this.lua =
        LuaScript.load(UnitScript.class, resource, SalePart.NUMBERS, SalePart.KEEPING, COMMON);
  }

  LuaScript lua() {
    return lua;
  }

  static List<String> keys(ItemKeys item) {
    return List.of(
        item.item(), item.stock(), item.users(), item.receipts(), item.barred(), item.returned());
  }
}
