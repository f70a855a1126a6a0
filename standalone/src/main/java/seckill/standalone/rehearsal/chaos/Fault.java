package seckill.standalone.rehearsal.chaos;

import java.util.Locale;

/**
 * Something that breaks at a moment of a rush.
 *
 * @param atMillis from the start of the rush
 * @param kind what happens
 * @param target the process or the connections it happens to
 * @param forMillis how long it lasts; for a kill, until the process is started again
 */
record Fault(long atMillis, Kind kind, String target, long forMillis) {

  /** What can happen. */
  enum Kind {
    /** {@code kill -9}, then a start. */
    KILL,
    /** SIGSTOP, then SIGCONT. */
    FREEZE,
    /** Connections are closed, whatever is on its way; new ones work. */
    CUT,
    /** Nothing comes through; afterwards it does. */
    STALL,
    /** Questions come through and their answers are lost; then the connections are closed. */
    DEAFEN
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s %s at %d ms for %d ms",
        kind.name().toLowerCase(Locale.ROOT),
        target,
        atMillis,
        forMillis);
  }
}
