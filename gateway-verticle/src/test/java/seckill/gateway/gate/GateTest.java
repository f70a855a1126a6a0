package seckill.gateway.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

class GateTest {
  private final List<String> seen = new ArrayList<>();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final GateMeters meters = new GateMeters(registry);
  private final Refusals refusals =
      new Refusals() {
        @Override
        public void refused(Visit visit, Verdict verdict) {
          seen.add("refused " + verdict.outcome());
        }

        @Override
        public void failed(Visit visit, Throwable cause) {
          seen.add("failed " + cause.getMessage());
        }
      };
  private boolean closed;

  private GateLayer layer(String name, Function<Visit, Verdict> check) {
    return new GateLayer() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Verdict check(Visit visit) {
        seen.add(name);
        return check.apply(visit);
      }
    };
  }

  private void run(GateLayer... layers) {
    new Gate(List.of(layers), meters, refusals)
        .run(new Visit(request()), visit -> seen.add("through"));
  }

  // Only what a gate asks of a request: to hold its body, and whether somebody still listens.
  private HttpServerRequest request() {
    HttpServerResponse response =
        proxy(HttpServerResponse.class, method -> method.equals("closed") ? closed : null);
    return proxy(
        HttpServerRequest.class,
        method -> {
          if (method.equals("response")) {
            return response;
          }
          seen.add(method);
          return null;
        });
  }

  private static <T> T proxy(Class<T> type, Function<String, Object> answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> answer.apply(method.getName())));
  }

  @Test
  @DisplayName("a visit passes the layers in their order")
  void runsInOrder() {
    run(
        layer("a", visit -> Verdict.PASS),
        layer("b", visit -> Verdict.pass("CHALLENGED")),
        layer("c", visit -> Verdict.PASS));
    assertThat(seen).containsExactly("a", "b", "c", "through");
    assertThat(meters.counts())
        .isEqualTo(
            Map.of(
                "a", Map.of("PASSED", 1L),
                "b", Map.of("PASSED", 0L, "CHALLENGED", 1L),
                "c", Map.of("PASSED", 1L)));
  }

  @Test
  @DisplayName("a refusal is told and counted, and no later layer is asked")
  void stopsAtARefusal() {
    run(layer("a", visit -> Verdict.refuse(Outcome.RATE_LIMITED)), layer("b", v -> Verdict.PASS));
    assertThat(seen).containsExactly("a", "refused RATE_LIMITED");
    assertThat(
            registry
                .get("seckill.gate")
                .tags("layer", "a", "outcome", "RATE_LIMITED")
                .functionCounter())
        .satisfies(counter -> assertThat(counter.count()).isEqualTo(1));
  }

  @Test
  @DisplayName("an exception of a layer lets nobody through, and is counted by its outcome")
  void failsClosed() {
    run(
        layer(
            "a",
            visit -> {
              throw new SeckillException(Outcome.UNAUTHENTICATED, "no");
            }));
    run(
        layer(
            "b",
            visit -> {
              throw new IllegalStateException("broken");
            }));
    assertThat(seen).containsExactly("a", "failed no", "b", "failed broken");
    assertThat(meters.counts().get("a")).containsEntry("UNAUTHENTICATED", 1L);
    assertThat(meters.counts().get("b")).containsEntry("INTERNAL", 1L);
  }

  @Test
  @DisplayName(
      "a layer that takes its time holds the body back, and the visit goes on where it was")
  void waitsForADecision() {
    Promise<Verdict> decision = Promise.promise();
    run(layer("a", visit -> Verdict.later(decision.future())), layer("b", v -> Verdict.PASS));
    assertThat(seen).containsExactly("a", "pause");
    decision.complete(Verdict.PASS);
    assertThat(seen).containsExactly("a", "pause", "resume", "b", "through");
  }

  @Test
  @DisplayName("a late refusal and a late failure end the visit")
  void refusesLate() {
    run(layer("a", v -> Verdict.later(Future.succeededFuture(Verdict.refuse(Outcome.BUSY)))));
    run(layer("a", v -> Verdict.later(Future.failedFuture("lost"))));
    assertThat(seen)
        .containsExactly(
            "a", "pause", "resume", "refused BUSY", "a", "pause", "resume", "failed lost");
  }

  @Test
  @DisplayName("a visitor who has hung up meanwhile goes no further")
  void dropsTheGone() {
    Promise<Verdict> decision = Promise.promise();
    run(layer("a", visit -> Verdict.later(decision.future())), layer("b", v -> Verdict.PASS));
    closed = true;
    decision.complete(Verdict.PASS);
    assertThat(seen).containsExactly("a", "pause");
    assertThat(meters.counts().get("a")).containsEntry("GONE", 1L);
  }
}
