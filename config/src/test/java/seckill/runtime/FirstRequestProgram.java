package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A service for {@link ClusterKillIT}: has many addresses, and when a line of its input names a
 * round and other nodes, asks addresses of theirs that it never asked before, and tells what came.
 */
final class FirstRequestProgram implements Service {
  static final String SIZE = "CLUSTER_PROGRAM_SIZE";
  static final String NUMBER = "CLUSTER_PROGRAM_NUMBER";
  static final int ROUNDS = Integer.getInteger("seckill.test.kills", 2);
  static final int ADDRESSES = 100;

  private static final long PACE_MILLIS = 80;
  private static final long PROMPT_MILLIS = 500;
  // Longer than any pause of a busy machine: what is not over by then never ends.
  private static final DeliveryOptions PATIENCE =
      new DeliveryOptions().setSendTimeout(Long.getLong("seckill.test.patienceMillis", 25_000));

  private final String number = System.getenv(NUMBER);

  public static void main(String[] arguments) {
    ServiceLauncher.main(new FirstRequestProgram(), arguments);
  }

  @Override
  public String name() {
    return "seckill";
  }

  @Override
  public Future<List<String>> deploy(Vertx vertx, JsonObject settings, ServiceContext context) {
    List<Future<Void>> registered = new ArrayList<>();
    for (int round = 0; round <= ROUNDS; round++) {
      for (int i = 0; i < (round == ROUNDS ? 1 : ADDRESSES); i++) {
        registered.add(
            vertx
                .eventBus()
                .<String>consumer(address(number, round, i), message -> message.reply(number))
                .completion());
      }
    }
    context.health().register("everybody", () -> everybody(vertx));
    Thread input = new Thread(() -> read(vertx), "input");
    input.setDaemon(true);
    input.start();
    return Future.all(registered).map(List.of());
  }

  private static String address(String node, int round, int i) {
    return "test.first." + node + "." + round + "." + i;
  }

  /** The addresses of one more round are for this. */
  private static Future<?> everybody(Vertx vertx) {
    List<Future<?>> answers = new ArrayList<>();
    for (int node = 0; node < Integer.parseInt(System.getenv(SIZE)); node++) {
      answers.add(
          vertx
              .eventBus()
              .request(
                  address(Integer.toString(node), ROUNDS, 0),
                  "",
                  new DeliveryOptions().setSendTimeout(2000)));
    }
    return Future.all(answers);
  }

  private void read(Vertx vertx) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ");
        new Round(vertx, words[0], Arrays.asList(words).subList(1, words.length)).ask();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Round {
    private final Vertx vertx;
    private final String name;
    private final List<String> nodes;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger nobody = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicLong slowestMillis = new AtomicLong();
    private final AtomicLong disturbedMillis = new AtomicLong();
    private final long roundBegan = System.nanoTime();

    Round(Vertx vertx, String name, List<String> nodes) {
      this.vertx = vertx;
      this.name = name;
      this.nodes = nodes;
      this.open.set(ADDRESSES * nodes.size());
    }

    void ask() {
      int i = next.getAndIncrement();
      if (i == ADDRESSES) {
        return;
      }
      nodes.forEach(node -> ask(address(node, Integer.parseInt(name), i)));
      vertx.setTimer(PACE_MILLIS, again -> ask());
    }

    private void ask(String address) {
      long began = System.nanoTime();
      vertx
          .eventBus()
          .request(address, "?", PATIENCE)
          .onComplete(
              answer -> {
                count(answer.cause());
                long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
                slowestMillis.accumulateAndGet(millis, Math::max);
                if (answer.failed() || millis > PROMPT_MILLIS) {
                  disturbedMillis.accumulateAndGet(
                      TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - roundBegan), Math::max);
                }
                if (open.decrementAndGet() == 0) {
                  tell();
                }
              });
    }

    private void count(Throwable cause) {
      if (cause == null) {
        answered.incrementAndGet();
      } else if (cause instanceof ReplyException reply
          && reply.failureType() == ReplyFailure.NO_HANDLERS) {
        nobody.incrementAndGet();
      } else {
        failed.incrementAndGet();
      }
    }

    private void tell() {
      System.out.println(
          "round "
              + name
              + " answered "
              + answered
              + " nobody "
              + nobody
              + " failed "
              + failed
              + " slowestMillis "
              + slowestMillis
              + " disturbedMillis "
              + disturbedMillis);
    }
  }
}
