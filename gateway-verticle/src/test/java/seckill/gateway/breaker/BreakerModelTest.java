package seckill.gateway.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import seckill.gateway.breaker.Breaker.State;

/** Random calls, answers and waits, against the plainest breaker that could be. */
class BreakerModelTest {
  private static final int STEPS = 20_000;

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private final BreakerSettings settings =
      new BreakerSettings(
          true,
          1 + random.nextInt(6),
          10 + random.nextInt(91),
          1 + random.nextInt(20),
          1 + random.nextInt(500),
          300,
          1 + random.nextInt(300));
  private final long probeMillis = 1 + random.nextInt(400);
  private final AtomicLong nanos = new AtomicLong(random.nextLong());
  private final Breaker breaker = new Breaker(settings, probeMillis, nanos::get, (next, why) -> {});
  private final Model model = new Model();

  private record Call(long generation, int modelGeneration) {}

  private record Answer(long atMillis, boolean fault) {}

  /** Keeps every answer, and counts anew each time. */
  private final class Model {
    State state = State.CLOSED;
    int generation;
    final Deque<Answer> answers = new ArrayDeque<>();
    long sinceMillis;
    long nowMillis;
    boolean probing;

    void become(State next) {
      state = next;
      generation++;
      sinceMillis = nowMillis;
      probing = false;
      answers.clear();
    }

    boolean send() {
      if (state == State.CLOSED) {
        return true;
      }
      if (probing && nowMillis - sinceMillis >= probeMillis) {
        become(State.OPEN);
      }
      if (state == State.OPEN && nowMillis - sinceMillis >= settings.openMillis()) {
        become(State.HALF_OPEN);
      }
      if (state == State.OPEN || probing) {
        return false;
      }
      probing = true;
      sinceMillis = nowMillis;
      return true;
    }

    void answer(int sentIn, boolean fault) {
      if (sentIn != generation) {
        return;
      }
      if (state == State.HALF_OPEN) {
        become(fault ? State.OPEN : State.CLOSED);
        return;
      }
      answers.add(new Answer(nowMillis, fault));
      answers.removeIf(old -> nowMillis - old.atMillis() >= settings.windowMillis());
      while (answers.size() > Math.max(settings.faults(), settings.windowCalls())) {
        answers.remove();
      }
      long faults = answers.stream().filter(Answer::fault).count();
      if (fault
          && faults >= settings.faults()
          && faults * 100 >= (long) settings.faultPercent() * answers.size()) {
        become(State.OPEN);
      }
    }
  }

  @RepeatedTest(20)
  @DisplayName("whatever comes in whatever order, the breaker does what its rules say")
  void followsTheModel() {
    List<Call> underWay = new ArrayList<>();
    int faultsInTen = random.nextInt(11);
    for (int step = 0; step < STEPS; step++) {
      String when = "seed " + seed + ", step " + step;
      switch (random.nextInt(10)) {
        case 0 -> wait(random.nextInt(400));
        case 1, 2 -> wait(random.nextInt(10));
        case 3, 4, 5 -> {
          boolean sent = model.send();
          assertThat(breaker.state() == State.CLOSED || breaker.tryProbe() != Breaker.NO_PROBE)
              .as(when)
              .isEqualTo(sent);
          if (sent) {
            underWay.add(new Call(breaker.generation(), model.generation));
          }
        }
        default -> answer(underWay, random.nextInt(10) < faultsInTen);
      }
      if (random.nextInt(500) == 0) {
        faultsInTen = random.nextInt(11);
      }
      assertThat(breaker.state()).as(when).isEqualTo(model.state);
    }
  }

  private void wait(int millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    model.nowMillis += millis;
  }

  private void answer(List<Call> underWay, boolean fault) {
    if (underWay.isEmpty()) {
      return;
    }
    Call call = underWay.remove(random.nextInt(underWay.size()));
    breaker.answered(call.generation(), fault);
    model.answer(call.modelGeneration(), fault);
  }
}
