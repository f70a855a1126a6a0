package seckill.order;

import seckill.runtime.ServiceLauncher;

/** Runs the consumer service as a process. */
public final class ConsumerMain {
  private ConsumerMain() {}

  public static void main(String[] arguments) {
    ServiceLauncher.main(new ConsumerService(), arguments);
  }
}
