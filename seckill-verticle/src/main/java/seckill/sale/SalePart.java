package seckill.sale;

/** Parts of scripts that more than one of the till's scripts begins with. */
public final class SalePart {
  /** Defines {@code whole_number(text)}. */
  public static final String NUMBERS = "/seckill/sale/part/numbers.lua";

  /** Defines {@code backlog(orders, group)}. */
  public static final String BACKLOG = "/seckill/sale/part/backlog.lua";

  /** Defines {@code keep_with_users(expire_at, key, ...)}. */
  public static final String KEEPING = "/seckill/sale/part/keeping.lua";

  private SalePart() {}
}
