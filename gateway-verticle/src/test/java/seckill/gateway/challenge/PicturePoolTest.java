package seckill.gateway.challenge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PicturePoolTest {
  private static final int SIZE = 8;

  private final Queue<Runnable> work = new ArrayDeque<>();
  private final AtomicInteger drawn = new AtomicInteger();
  private volatile int size = SIZE;
  private final PicturePool pool = new PicturePool(() -> size, this::draw);

  private SumPicture draw() {
    return new SumPicture("picture " + drawn.incrementAndGet(), "1");
  }

  private void letWorkerRun() {
    while (!work.isEmpty()) {
      work.remove().run();
    }
  }

  @Test
  @DisplayName("an empty pool gives nothing at once, and has the worker draw")
  void emptyPool() {
    assertThat(pool.take(work::add)).isNull();
    assertThat(drawn).hasValue(0);
    letWorkerRun();
    assertThat(pool.ready()).isEqualTo(SIZE);
    assertThat(pool.take(work::add)).isNotNull();
  }

  @Test
  @DisplayName("the pool is filled up to its size and no further, by one worker at a time")
  void bounded() {
    for (int i = 0; i < 100; i++) {
      pool.take(work::add);
    }
    assertThat(work).hasSize(1);
    letWorkerRun();
    assertThat(pool.ready()).isEqualTo(SIZE);
    assertThat(drawn).hasValue(SIZE);

    size = SIZE / 2;
    pool.giveBack(draw());
    pool.fill(work::add);
    letWorkerRun();
    assertThat(pool.ready()).isEqualTo(SIZE);
  }

  @Test
  @DisplayName("each picture is given once, also to many who take at the same time")
  void givenOnce() throws Exception {
    size = 1000;
    ExecutorService worker = Executors.newSingleThreadExecutor();
    ExecutorService buyers = Executors.newFixedThreadPool(4);
    Set<SumPicture> given = ConcurrentHashMap.newKeySet();
    AtomicInteger taken = new AtomicInteger();
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      running.add(
          buyers.submit(
              () -> {
                for (int n = 0; n < 5000; n++) {
                  SumPicture picture = pool.take(worker);
                  if (picture != null) {
                    taken.incrementAndGet();
                    given.add(picture);
                  }
                }
              }));
    }
    for (Future<?> buyer : running) {
      buyer.get();
    }
    buyers.shutdown();
    worker.shutdown();
    assertThat(given).hasSize(taken.get());
    assertThat(pool.ready()).isLessThanOrEqualTo(1000);
  }

  @Test
  @DisplayName("a picture that nobody has seen goes back into the pool, if there is room")
  void givenBack() {
    pool.fill(work::add);
    letWorkerRun();
    SumPicture picture = pool.take(task -> {});
    pool.giveBack(picture);
    assertThat(pool.ready()).isEqualTo(SIZE);
    pool.giveBack(picture);
    assertThat(pool.ready()).isEqualTo(SIZE);
  }

  @Test
  @DisplayName("a pen that fails or a worker that is gone stops nothing for good")
  void failures() {
    PicturePool failing =
        new PicturePool(
            () -> SIZE,
            () -> {
              if (drawn.incrementAndGet() < 3) {
                throw new IllegalStateException("out of ink");
              }
              return draw();
            });
    failing.fill(
        gone -> {
          throw new RejectedExecutionException();
        });
    failing.fill(Runnable::run);
    failing.fill(Runnable::run);
    assertThat(failing.ready()).isZero();
    failing.fill(Runnable::run);
    assertThat(failing.ready()).isEqualTo(SIZE);
  }
}
