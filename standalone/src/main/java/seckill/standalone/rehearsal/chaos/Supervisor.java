package seckill.standalone.rehearsal.chaos;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import seckill.standalone.process.ClusterSale;
import seckill.standalone.process.JarProcess;
import seckill.standalone.process.SaleException;

/** Brings a cluster back to where every node is ready, and notes who had ended by themselves. */
final class Supervisor {
  private static final int MAX_STARTS = 3;

  private final ClusterSale cluster;
  private final Map<String, Integer> ended = new TreeMap<>();

  Supervisor(ClusterSale cluster) {
    this.cluster = cluster;
  }

  /**
   * Waits until every node is ready.
   *
   * @return exit codes of those that had to be started, by name
   * @throws SaleException if one does not come up
   */
  Map<String, Integer> awaitReady() {
    cluster.management().keySet().forEach(name -> awaitReady(name, MAX_STARTS));
    return ended;
  }

  private void awaitReady(String name, int startsLeft) {
    JarProcess process = cluster.process(name);
    if (!process.isAlive()) {
      ended.put(name, process.awaitEnd(Duration.ZERO));
      process.start();
    }
    try {
      cluster.awaitReady(name);
    } catch (SaleException e) {
      if (process.isAlive() || startsLeft == 0) {
        throw e;
      }
      awaitReady(name, startsLeft - 1);
    }
  }
}
