package seckill.sale;

import seckill.runtime.ServiceLauncher;

/** Starts the till as a process. */
public final class SeckillMain {
  private SeckillMain() {}

  public static void main(String[] arguments) {
    ServiceLauncher.main(new SeckillService(), arguments);
  }
}
