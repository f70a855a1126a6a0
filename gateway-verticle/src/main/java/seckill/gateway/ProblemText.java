package seckill.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import seckill.contract.Outcome;

/** Problems as JSON in one language; the plain ones are prepared. */
final class ProblemText {
  private static final String BUNDLE = "seckill.gateway.problems";
  private static final String TYPE_PREFIX = "urn:seckill:problem:";

  private final ResourceBundle bundle;

  /** Sentences of their own for refusals that are many, with the outcome that they explain. */
  private static final Map<String, Outcome> SENTENCES =
      Map.of("ADDRESS_BLOCKED", Outcome.FORBIDDEN, "USER_BLOCKED", Outcome.FORBIDDEN);

  private final Map<Outcome, Buffer> prepared = new EnumMap<>(Outcome.class);
  private final Map<String, Buffer> preparedSentences = new HashMap<>();

  ProblemText(Locale language) {
    this.bundle =
        ResourceBundle.getBundle(
            BUNDLE,
            language,
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
    for (Outcome outcome : Outcome.values()) {
      if (outcome != Outcome.ACCEPTED) {
        prepared.put(outcome, encode(Problem.of(outcome)));
      }
    }
    SENTENCES.forEach(
        (name, outcome) ->
            preparedSentences.put(
                name, encode(Problem.of(outcome, bundle.getString(name + ".detail")))));
  }

  Buffer body(Problem problem) {
    return problem.isPlain() ? prepared.get(problem.outcome()) : encode(problem);
  }

  /** The body of a refusal with one of the {@link #SENTENCES}. */
  Buffer sentence(String name) {
    return preparedSentences.get(name);
  }

  /** The one sentence for an outcome. */
  String detail(Outcome outcome) {
    return detail(outcome.name());
  }

  /** The sentence with this name. */
  String detail(String name) {
    return bundle.getString(name + ".detail");
  }

  // Whoever holds an order needs no other challenge, whatever became of the pass.
  private static Outcome sentence(Problem problem) {
    return problem.outcome() == Outcome.CHALLENGE_INVALID && problem.orderId() != null
        ? Outcome.DUPLICATE
        : problem.outcome();
  }

  private Buffer encode(Problem problem) {
    String name = problem.outcome().name();
    JsonObject json =
        new JsonObject()
            .put("type", TYPE_PREFIX + name.toLowerCase(Locale.ROOT).replace('_', '-'))
            .put("title", bundle.getString(name + ".title"))
            .put("status", problem.status())
            .put("detail", problem.detail() == null ? detail(sentence(problem)) : problem.detail())
            .put("code", name)
            .put("retryable", problem.retryable());
    if (problem.orderId() != null) {
      json.put("orderId", problem.orderId());
    }
    if (problem.startAt() != null) {
      json.put("startAt", problem.startAt());
    }
    return json.toBuffer();
  }
}
