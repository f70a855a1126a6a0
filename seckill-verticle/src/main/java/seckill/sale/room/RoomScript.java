package seckill.sale.room;

import java.util.List;
import seckill.contract.ItemKeys;
import seckill.runtime.LuaScript;
import seckill.sale.SalePart;

/** Every script of the waiting room; all begin with {@code room.lua} and get the same keys. */
enum RoomScript {
  VISIT("queue-visit.lua"),
  RELEASE("queue-release.lua"),
  LEAVE("queue-leave.lua");

  static final String COMMON = "room.lua";

  private final LuaScript lua;

  RoomScript(String resource) {
    this.lua =
        LuaScript.load(RoomScript.class, resource, SalePart.NUMBERS, SalePart.BACKLOG, COMMON);
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
        item.reserved(),
        item.queue(),
        item.away(),
        item.seen(),
        item.admitted(),
        item.room(),
        item.barred());
  }
}
