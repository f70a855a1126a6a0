package seckill.standalone.rehearsal;

import java.io.PrintWriter;
import java.time.Duration;

/**
 * A line that tells how far things are: rewritten on a terminal, repeated now and then elsewhere.
 */
public final class Progress {
  private static final long TERMINAL_NANOS = Duration.ofMillis(200).toNanos();
  private static final long LOG_NANOS = Duration.ofSeconds(5).toNanos();
  private static final String ERASE = "\r\u001b[K";

  private final PrintWriter out;
  private final boolean terminal;
  private long lastNanos;

  public Progress(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Shows a line if it is time for one. */
  public void show(String line) {
    long now = System.nanoTime();
    if (now - lastNanos < (terminal ? TERMINAL_NANOS : LOG_NANOS)) {
      return;
    }
    lastNanos = now;
    print(line);
  }

  /** Shows a line at once: something new begins. */
  public void step(String line) {
    lastNanos = System.nanoTime();
    print(line);
  }

  private void print(String line) {
    if (terminal) {
      out.print(ERASE + line);
    } else {
      out.println(line);
    }
    out.flush();
  }

  /** Takes the line away before other output. */
  public void end() {
    if (terminal) {
      out.print(ERASE);
      out.flush();
    }
  }
}
