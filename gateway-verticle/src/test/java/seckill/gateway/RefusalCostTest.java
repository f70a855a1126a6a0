package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;

/**
 * What a refusal costs: nearly every answer of a sale is one. Counted in bytes and messages, which
 * are the same on every machine, and not in time.
 */
class RefusalCostTest extends GateTest {
  private static final int WARM = 2_000;
  private static final int COUNTED = 4_000;

  /** A third more than was counted when this was written; the others are twice as much. */
  private static final long SOLD_OUT_BYTES = 4_600;

  private static final long FORGED_BYTES = 10_500;

  /** Claims with so many names that no token had before. */
  private static final int MADE_UP = 20;

  private static final long MADE_UP_BYTES = 20_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Override
  long stock() {
    return 1;
  }

  @Override
  Map<String, String> environment() {
    return Map.of("SECKILL_BOARD_PROBE_MILLIS", "60000");
  }

  /** Bytes that the event loops have allocated so far. */
  private static long allocated() {
    long[] loops =
        Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
            .filter(thread -> thread != null && thread.getThreadName().contains("eventloop"))
            .mapToLong(thread -> thread.getThreadId())
            .toArray();
    return Arrays.stream(THREADS.getThreadAllocatedBytes(loops)).filter(bytes -> bytes > 0).sum();
  }

  private long bytesPerRefusal(int status, String token) throws IOException {
    try (KeptAlive buyer = new KeptAlive(gate.port())) {
      refuse(buyer, WARM, status, token);
      long before = allocated();
      refuse(buyer, COUNTED, status, token);
      return (allocated() - before) / COUNTED;
    }
  }

  private static void refuse(KeptAlive buyer, int times, int status, String token)
      throws IOException {
    for (int i = 0; i < times; i++) {
      assertThat(buyer.buy(ITEM, token)).isEqualTo(status);
    }
  }

  private void sellOut() {
    gate.buy("holder", ITEM);
    gate.buy("first", ITEM);
    await()
        .until(
            () -> {
              int asked = till.batches.size();
              return gate.buy("stranger", ITEM).code().equals("SOLD_OUT")
                  && till.batches.size() == asked;
            });
  }

  @Test
  @DisplayName("SOLD_OUT costs few bytes, and no message to anybody")
  void soldOut() throws IOException {
    sellOut();
    CopyOnWriteArrayList<String> messages = new CopyOnWriteArrayList<>();
    vertx
        .eventBus()
        .addOutboundInterceptor(
            delivery -> {
              messages.add(delivery.message().address());
              delivery.next();
            });

    assertThat(bytesPerRefusal(409, TestTokens.of("stranger"))).isBetween(500L, SOLD_OUT_BYTES);
    // Others ask for news now and then; that has nothing to do with the refusals.
    assertThat(messages).doesNotContain(Addresses.PURCHASE_BATCH);
    assertThat(messages.size()).isLessThan(COUNTED / 10);
  }

  @Test
  @DisplayName("claims that an attacker makes up cost in proportion to their size, and no more")
  void madeUpNames() throws IOException {
    sellOut();
    Random random = new Random(1);
    StringBuilder names = new StringBuilder("{\"sub\":\"stranger\"");
    try (KeptAlive buyer = new KeptAlive(gate.port())) {
      refuse(buyer, WARM, 409, TestTokens.of("stranger"));
      String[] tokens = new String[COUNTED];
      for (int i = 0; i < COUNTED; i++) {
        StringBuilder claims = new StringBuilder(names);
        for (int k = 0; k < MADE_UP; k++) {
          claims.append(",\"").append(Long.toHexString(random.nextLong())).append("\":1");
        }
        tokens[i] =
            TestTokens.encode(claims + "}") + "." + TestTokens.encode(claims + "}") + ".AAAA";
      }
      long before = allocated();
      for (String token : tokens) {
        assertThat(buyer.buy(ITEM, token)).isEqualTo(409);
      }
      assertThat((allocated() - before) / COUNTED).isBetween(500L, MADE_UP_BYTES);
    }
  }

  @Test
  @DisplayName("a forged token costs few bytes, although a failure tells of it")
  void forged() throws IOException {
    assertThat(bytesPerRefusal(401, TestTokens.of("u1") + "x")).isBetween(500L, FORGED_BYTES);
    assertThat(till.batches).isEmpty();
  }
}
