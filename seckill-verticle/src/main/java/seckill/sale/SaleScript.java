package seckill.sale;

import java.util.List;
import java.util.function.Function;
import seckill.contract.ItemKeys;
import seckill.runtime.LuaScript;

/** Every script of the till, with the keys it gets: all of one item, so all in one cluster slot. */
enum SaleScript {
  PURCHASE(
      "seckill.lua",
      keys ->
          List.of(
              keys.item(),
              keys.stock(),
              keys.users(),
              keys.receipts(),
              keys.orders(),
              keys.admitted(),
              keys.reserved(),
              keys.passes(),
              keys.barred(),
              keys.returned()),
      SalePart.NUMBERS,
      SalePart.BACKLOG,
      SalePart.KEEPING),
  CONTROLS("controls.lua", keys -> List.of(keys.item()), SalePart.NUMBERS),
  PAUSE_UNSTORED("pause-unstored.lua", keys -> List.of(keys.item()), SalePart.NUMBERS),
  TERMS(
      "terms.lua",
      keys ->
          List.of(
              keys.item(),
              keys.stock(),
              keys.users(),
              keys.receipts(),
              keys.barred(),
              keys.returned(),
              keys.reserved(),
              keys.admitted(),
              keys.queue(),
              keys.away(),
              keys.seen(),
              keys.room()),
      SalePart.NUMBERS,
      SalePart.KEEPING);

  private final LuaScript lua;
  private final Function<ItemKeys, List<String>> keys;

  SaleScript(String resource, Function<ItemKeys, List<String>> keys, String... parts) {
    this.lua = LuaScript.load(SaleScript.class, resource, parts);
    this.keys = keys;
  }

  LuaScript lua() {
    return lua;
  }

  List<String> keys(ItemKeys item) {
    return keys.apply(item);
  }
}
