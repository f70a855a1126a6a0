package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseResult;

/** Purchases, returns and takings in random order and repeated, against a model of a few lines. */
class UnitModelIT extends UnitCase {
  private static final int STEPS = 1500;
  private static final int USERS = 12;
  private static final int STOCK = 6;

  private final long seed = Long.getLong("seckill.seed", System.nanoTime());
  private final Random random = new Random(seed);

  private record Request(boolean take, String user, String orderId, long seq, boolean right) {}

  /** What must come of each request, said as simply as possible. */
  private static final class Model {
    final Map<String, String> orderOf = new HashMap<>();
    final Map<String, Long> takenBy = new HashMap<>();
    final Map<String, Long> returnedBy = new HashMap<>();
    final Set<String> barred = new HashSet<>();
    int stock = STOCK;

    Outcome buy(PurchaseAttempt attempt) {
      String held = orderOf.get(attempt.userId());
      if (held != null) {
        return held.equals(attempt.orderId()) ? Outcome.ACCEPTED : Outcome.DUPLICATE;
      } else if (returnedBy.containsKey(attempt.orderId())) {
        return Outcome.ACCEPTED;
      } else if (stock == 0) {
        return Outcome.SOLD_OUT;
      } else if (barred.contains(attempt.userId())) {
        return Outcome.LAPSE_LIMIT;
      }
      stock--;
      orderOf.put(attempt.userId(), attempt.orderId());
      return Outcome.ACCEPTED;
    }

    String ask(Request request) {
      return request.take() ? take(request) : giveBack(request);
    }

    private String giveBack(Request request) {
      if (!request.orderId().equals(orderOf.get(request.user()))
          || takenBy.getOrDefault(request.orderId(), 0L) > request.seq()) {
        return "ALREADY";
      }
      stock++;
      orderOf.remove(request.user());
      takenBy.remove(request.orderId());
      returnedBy.put(request.orderId(), request.seq());
      if (!request.right()) {
        barred.add(request.user());
      }
      return "RETURNED";
    }

    private String take(Request request) {
      String held = orderOf.get(request.user());
      if (request.orderId().equals(held)) {
        takenBy.merge(held, request.seq(), Math::max);
        return "TAKEN";
      } else if (held != null) {
        return "DUPLICATE";
      } else if (returnedBy.getOrDefault(request.orderId(), 0L) > request.seq()) {
        return "ALREADY";
      } else if (stock == 0) {
        return "SOLD_OUT";
      }
      stock--;
      orderOf.put(request.user(), request.orderId());
      takenBy.put(request.orderId(), request.seq());
      returnedBy.remove(request.orderId());
      return "TAKEN";
    }
  }

  @Test
  @DisplayName("whatever comes in whatever order and however often, the laws of the stock hold")
  void againstTheModel() {
    System.out.println("[units] -Dseckill.seed=" + seed);
    till.sell(ITEM, STOCK);
    Model model = new Model();
    List<PurchaseAttempt> attempts = new ArrayList<>();
    List<Request> requests = new ArrayList<>();
    for (int step = 1; step <= STEPS; step++) {
      String when = "seed " + seed + " step " + step;
      if (random.nextInt(50) == 0) {
        till.preheat(ITEM);
      }
      if (attempts.isEmpty() || random.nextInt(3) == 0) {
        buy(model, attempts, when);
      } else {
        ask(model, attempts, requests, step, when);
      }
      assertThat(stock()).as(when).isEqualTo(model.stock);
      assertLaws(STOCK);
    }
  }

  private void buy(Model model, List<PurchaseAttempt> attempts, String when) {
    PurchaseAttempt attempt =
        attempts.isEmpty() || random.nextInt(4) > 0
            ? new PurchaseAttempt(
                ITEM,
                "u" + random.nextInt(USERS),
                new UUID(random.nextLong(), random.nextLong()).toString(),
                "",
                "",
                Long.MAX_VALUE)
            : attempts.get(random.nextInt(attempts.size()));
    attempts.add(attempt);
    boolean known =
        attempt.orderId().equals(model.orderOf.get(attempt.userId()))
            || model.returnedBy.containsKey(attempt.orderId());
    Outcome expected = model.buy(attempt);
    PurchaseResult result = till.buy(attempt);
    assertThat(result.outcome()).as(when).isEqualTo(expected);
    assertThat(result.replayed()).as(when).isEqualTo(known && expected == Outcome.ACCEPTED);
  }

  private void ask(
      Model model, List<PurchaseAttempt> attempts, List<Request> requests, long seq, String when) {
    PurchaseAttempt about = attempts.get(random.nextInt(attempts.size()));
    boolean again = !requests.isEmpty() && random.nextInt(3) == 0;
    Request request =
        again
            ? requests.get(random.nextInt(requests.size()))
            : new Request(
                random.nextInt(3) == 0,
                about.userId(),
                about.orderId(),
                seq,
                random.nextInt(20) > 0);
    requests.add(request);
    String result =
        till.ask(
                request.take() ? Addresses.UNIT_TAKE : Addresses.UNIT_RETURN,
                about(request.user(), request.orderId(), request.seq())
                    .put("right", request.right()))
            .getString("result");
    assertThat(result).as("%s %s", when, request).isEqualTo(model.ask(request));
  }
}
