package seckill.standalone.rehearsal.chaos;

import seckill.standalone.process.SaleException;
import seckill.standalone.process.Signal;

/** A process that can be killed, started again and frozen. */
interface Victim {

  String name();

  long pid();

  /** Ends it as a crash would, and waits for the end. */
  void kill();

  /** Starts it again; it may take a while until it serves. */
  void start();

  boolean isAlive();

  /** Lets it stand still. */
  default void freeze() {
    Signal.STOP.send(pid());
  }

  /** Lets it go on; does nothing to one that does not stand still. */
  default void thaw() {
    try {
      Signal.CONT.send(pid());
    } catch (SaleException e) {
      // It may have ended in this moment.
      if (isAlive()) {
        throw e;
      }
    }
  }
}
