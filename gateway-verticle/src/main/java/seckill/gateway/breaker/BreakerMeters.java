package seckill.gateway.breaker;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import java.util.EnumMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.gateway.breaker.Breaker.State;

/** Shows the state of the breaker in metrics, in health and in the log. */
public final class BreakerMeters {
  private static final Logger LOG = LoggerFactory.getLogger(BreakerMeters.class);

  private final MeterRegistry meters;
  private final Map<State, Counter> transitions = new EnumMap<>(State.class);
  private volatile boolean failing;

  public BreakerMeters(MeterRegistry meters) {
    this.meters = meters;
    for (State state : State.values()) {
      transitions.put(
          state,
          Counter.builder("seckill.breaker.transitions")
              .description("changes of the breaker's state, by the new one")
              .tag("to", state.name())
              .register(meters));
    }
  }

  /** Counts a change, and tells of an outage when it begins and when it ends. */
  public void changed(State state, String reason) {
    transitions.get(state).increment();
    if (state == State.CLOSED) {
      LOG.info("the breaker closes");
    } else if (failing) {
      LOG.debug("the breaker is {}: {}", state, reason);
    } else {
      LOG.warn("the breaker opens: {}", reason);
    }
    failing = state != State.CLOSED;
  }

  /** Shows the state of this breaker from now on. */
  public void show(Breaker breaker) {
    Gauge.builder("seckill.breaker.state", breaker, shown -> shown.state().ordinal())
        .description("0 closed, 1 half open, 2 open")
        .register(meters);
  }

  /** A health check: up while the breaker is closed. */
  public static Future<Void> check(Breaker breaker) {
    State state = breaker.state();
    return state == State.CLOSED
        ? Future.succeededFuture()
        : Future.failedFuture(state + ": " + breaker.reason());
  }
}
