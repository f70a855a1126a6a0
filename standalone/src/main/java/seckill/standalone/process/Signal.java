package seckill.standalone.process;

import java.io.IOException;

/** Signals that Java has no method for. */
public enum Signal {
  /** Stands still, and notices nothing of it. */
  STOP,
  /** Goes on after {@link #STOP}. */
  CONT;

  /**
   * Sends it to a process.
   *
   * @throws SaleException if it cannot be sent
   */
  public void send(long pid) {
    try {
      int status = new ProcessBuilder("sh", "-c", "kill -" + this + " " + pid).start().waitFor();
      if (status != 0) {
        throw new SaleException("cannot send SIG" + this + " to process " + pid);
      }
    } catch (IOException e) {
      throw new SaleException("cannot send SIG" + this + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SaleException("interrupted while sending SIG" + this, e);
    }
  }
}
