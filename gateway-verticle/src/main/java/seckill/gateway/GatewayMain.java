package seckill.gateway;

import seckill.runtime.ServiceLauncher;

/** Starts the gateway as a process. */
public final class GatewayMain {
  private GatewayMain() {}

  public static void main(String[] arguments) {
    ServiceLauncher.main(new GatewayService(), arguments);
  }
}
