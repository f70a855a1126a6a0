package seckill.standalone.lab.version;

import java.util.function.Supplier;

/** The versions, in the order in which one learns from the other. */
public enum VersionKind {
  V1(ReadTestDecrement::new, false),
  V2(WatchAndRetry::new, false),
  V3(StockInLua::new, false),
  V4(GiveBack::new, false),
  V5(FullScript::new, true),
  V6(BatchedScript::new, true);

  private final Supplier<Version> maker;
  private final boolean users;

  VersionKind(Supplier<Version> maker, boolean users) {
    this.maker = maker;
    this.users = users;
  }

  /** A new one, for one sale. */
  public Version make() {
    return maker.get();
  }

  /** Whether it never sells more than there is. */
  public boolean isSafe() {
    return this != V1;
  }

  /** Whether it sells one unit per user at most, and writes each order down. */
  public boolean knowsUsers() {
    return users;
  }
}
