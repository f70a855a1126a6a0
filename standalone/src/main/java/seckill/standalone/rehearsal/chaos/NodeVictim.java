package seckill.standalone.rehearsal.chaos;

import seckill.standalone.process.ClusterSale;
import seckill.standalone.process.JarProcess;

/**
 * A node of the cluster.
 *
 * @param name its name there
 * @param cluster that it belongs to
 */
record NodeVictim(String name, ClusterSale cluster) implements Victim {

  private JarProcess process() {
    return cluster.process(name);
  }

  @Override
  public long pid() {
    return process().pid();
  }

  @Override
  public void kill() {
    process().kill();
  }

  @Override
  public void start() {
    process().start();
  }

  @Override
  public boolean isAlive() {
    return process().isAlive();
  }
}
