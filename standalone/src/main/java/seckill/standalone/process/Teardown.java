package seckill.standalone.process;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What has been started, to be stopped in reverse order, once, by whoever comes first. */
public final class Teardown implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Teardown.class);

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private boolean closed;

  /** Adds what has just been started; if the stop has begun already, it is stopped at once. */
  public synchronized <T extends AutoCloseable> T add(T resource) {
    if (closed) {
      close(resource);
      throw new SaleException("the process stops");
    }
    started.push(resource);
    return resource;
  }

  /** Stops everything; a second caller waits until the first is done. */
  @Override
  public synchronized void close() {
    closed = true;
    while (!started.isEmpty()) {
      close(started.pop());
    }
  }

  private static void close(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      LOG.warn("{} did not stop cleanly: {}", resource.getClass().getSimpleName(), e.getMessage());
    }
  }
}
