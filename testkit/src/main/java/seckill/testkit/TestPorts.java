package seckill.testkit;

import seckill.embedded.FreePorts;

/** TCP ports for tests, which no outgoing connection takes before the test's own process does. */
public final class TestPorts {
  private TestPorts() {}

  /** A port of the loopback address that is free now; another one each time. */
  public static int free() {
    return FreePorts.one();
  }
}
