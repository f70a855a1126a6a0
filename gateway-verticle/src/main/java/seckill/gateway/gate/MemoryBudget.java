package seckill.gateway.gate;

import seckill.contract.SeckillException;

/**
 * What a table of fixed size may take of this process's memory when it is replaced while running:
 * the old one is still there then, and a gateway that runs out of memory would do so again after
 * every restart, since the change is kept.
 */
public final class MemoryBudget {
  private static final long SHARE = 4;
  private static final long MEGABYTE = 1 << 20;

  private MemoryBudget() {}

  /**
   * Checks a table that is about to be made.
   *
   * @param what the settings it is made by, for the operator
   * @param bytes what it will take
   * @throws SeckillException BAD_REQUEST if that is more than a quarter of the heap
   */
  public static void require(String what, long bytes) {
    long allowed = Runtime.getRuntime().maxMemory() / SHARE;
    if (bytes > allowed) {
      throw SeckillException.badRequest(
          "%s would take %d MB, and this gateway has %d MB for it while running"
              .formatted(what, bytes / MEGABYTE, allowed / MEGABYTE));
    }
  }
}
