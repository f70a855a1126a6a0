package seckill.gateway.challenge;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pictures drawn in advance, each to be used once. Thread-safe; one for all event loops of a
 * process.
 *
 * <p>Whoever takes one has the pool filled up behind the scenes, by one worker at a time. An empty
 * pool says so at once: nobody waits for a picture.
 */
final class PicturePool {
  private static final Logger LOG = LoggerFactory.getLogger(PicturePool.class);

  private final IntSupplier size;
  private final Supplier<SumPicture> pen;
  private final Queue<SumPicture> pictures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicBoolean drawing = new AtomicBoolean();

  /**
   * @param size pictures to have ready, which may change
   * @param pen draws one; blocks
   */
  PicturePool(IntSupplier size, Supplier<SumPicture> pen) {
    this.size = size;
    this.pen = pen;
  }

  /** A picture that nobody else gets, or {@code null} if none is ready. */
  SumPicture take(Executor worker) {
    SumPicture picture = pictures.poll();
    if (picture != null) {
      count.decrementAndGet();
    }
    fill(worker);
    return picture;
  }

  /** Takes back a picture that nobody has seen. */
  void giveBack(SumPicture picture) {
    if (count.get() < size.getAsInt()) {
      count.incrementAndGet();
      pictures.add(picture);
    }
  }

  /** Has missing pictures drawn. */
  void fill(Executor worker) {
    if (count.get() >= size.getAsInt() || !drawing.compareAndSet(false, true)) {
      return;
    }
    try {
      worker.execute(this::draw);
    } catch (RejectedExecutionException | IllegalStateException e) {
      // The event loop whose worker this is stops; another one draws.
      drawing.set(false);
    }
  }

  int ready() {
    return count.get();
  }

  private void draw() {
    try {
      while (count.get() < size.getAsInt()) {
        pictures.add(pen.get());
        count.incrementAndGet();
      }
    } catch (RuntimeException e) {
      LOG.error("cannot draw a picture", e);
    } finally {
      drawing.set(false);
    }
  }
}
