package seckill.reconcile;

import seckill.runtime.ServiceLauncher;

/** Starts the auditor as a process of its own. */
public final class ReconcileMain {
  private ReconcileMain() {}

  public static void main(String[] arguments) {
    ServiceLauncher.main(new ReconcileService(), arguments);
  }
}
