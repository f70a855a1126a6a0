package seckill.standalone.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Stands in for {@code redis-benchmark} where it is not installed: a thread per connection. */
record OwnScriptCalls(int connections) implements ScriptCalls {
  private static final long NUMBERS = 2_000_000_000;

  @Override
  public String name() {
    return "the benchmark's own client with " + connections + " threads (no redis-benchmark)";
  }

  @Override
  public double perSecond(int port, List<String> command, int calls, int pipeline)
      throws IOException, InterruptedException {
    int threads = Math.min(connections, calls);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> all = new ArrayList<>();
      long start = System.nanoTime();
      for (int i = 0; i < threads; i++) {
        int share = calls / threads + (i < calls % threads ? 1 : 0);
        all.add(
            pool.submit(
                () -> {
                  call(port, command, share, pipeline);
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
      return calls * (double) TimeUnit.SECONDS.toNanos(1) / (System.nanoTime() - start);
    } catch (ExecutionException e) {
      throw new IOException("the calls failed: " + e.getCause().getMessage(), e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private static void call(int port, List<String> command, int calls, int pipeline)
      throws IOException {
    try (RedisPipe pipe = new RedisPipe(port)) {
      for (int left = calls; left > 0; left -= pipeline) {
        int now = Math.min(left, pipeline);
        for (int i = 0; i < now; i++) {
          pipe.write(filled(command));
        }
        pipe.flush();
        for (int i = 0; i < now; i++) {
          pipe.read();
        }
      }
    }
  }

  private static List<String> filled(List<String> command) {
    List<String> filled = new ArrayList<>(command.size());
    for (String argument : command) {
      filled.add(
          argument.contains(RANDOM)
              ? argument.replace(
                  RANDOM, String.format("%012d", ThreadLocalRandom.current().nextLong(NUMBERS)))
              : argument);
    }
    return filled;
  }
}
