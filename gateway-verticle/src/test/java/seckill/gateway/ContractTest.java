package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static seckill.testkit.TestVertx.await;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.junit5.VertxExtension;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.Operation;
import io.vertx.openapi.impl.Utils;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Outcome;
import seckill.gateway.pages.PageHandlers;

@ExtendWith(VertxExtension.class)
class ContractTest {
  /** The operations that are a GET and yet have an effect, which a HEAD must not have. */
  private static final Set<String> WITH_EFFECT = Set.of("challenge", "queuePlace");

  private JsonObject document;
  private OpenAPIContract contract;

  @BeforeEach
  void load(Vertx vertx) throws IOException {
    try (InputStream in = ContractTest.class.getResourceAsStream("openapi.yaml")) {
      String yaml = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      document = await(Utils.yamlStringToJson(yaml));
    }
    // The library checks the document against the schema of OpenAPI 3.1, but knows few media types.
    String known =
        document
            .encode()
            .replace("application/problem+json", "application/json")
            .replace("application/yaml", "text/plain")
            .replace("text/html", "text/plain")
            .replace("*/*", "text/plain");
    contract = await(OpenAPIContract.from(vertx, new JsonObject(known)));
  }

  @Test
  @DisplayName("every operation of the contract has a route, and every route an operation")
  void matchesTheRoutes(Vertx vertx) {
    Map<String, String> promised = new TreeMap<>();
    for (Operation operation : contract.operations()) {
      promised.put(
          operation.getHttpMethod() + " " + operation.getOpenAPIPath(), operation.getOperationId());
    }
    Map<String, String> kept = new TreeMap<>();
    router(vertx).getRoutes().stream()
        .filter(route -> route.methods() != null)
        .forEach(
            route ->
                methodsOf(route)
                    .forEach(
                        method ->
                            kept.put(
                                method + " " + openApiPath(route.getPath()), route.getName())));

    assertThat(kept).isEqualTo(promised);
  }

  /** The methods that the contract names; what it says of HEAD holds for each GET. */
  private static Set<String> methodsOf(Route route) {
    Set<String> methods =
        route.methods().stream()
            .map(HttpMethod::name)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(methods.remove("HEAD"))
        .as(route.getName())
        .isEqualTo(methods.contains("GET") && !WITH_EFFECT.contains(route.getName()));
    return methods;
  }

  private static String openApiPath(String path) {
    return path.replaceAll(":(\\w+)", "{$1}");
  }

  private static Router router(Vertx vertx) {
    BusClient bus = new BusClient(vertx, 1000);
    return GateRouter.create(
        vertx,
        new GateRouter.Parts(
            new FrontDoor(null, null, null, null, null),
            null,
            new GateHandler(null),
            new JsonBodyHandler(new JsonBody(1)),
            new ItemHandlers(null, Clock.systemUTC()),
            new LiveHandlers(null, null, null),
            new PageHandlers(null, 1, null),
            new DevHandlers(null, bus),
            new OrderHandlers(bus),
            new CancelHandlers(bus, null),
            new PaymentHandlers(false, null, null, bus, null),
            new ReservationHandlers(bus),
            new ChallengeHandlers(null, null),
            new GateHandler(null),
            new GateHandler(null),
            new QueueHandlers(null, bus, null, null, null),
            new AdminHandlers(bus, bus, 1),
            new BlacklistHandlers(bus),
            new DeadLetterHandlers(bus),
            new NoticeHandlers(bus),
            new BoardHandlers(null, null, bus),
            new GateAdminHandlers(null, null),
            new FailureHandler(new Failures(new ProblemWriter(1)), null)));
  }

  @Test
  @DisplayName("the contract is OpenAPI 3.1 and knows every code that a problem can carry")
  void knowsEveryCode() {
    JsonArray codes =
        document
            .getJsonObject("components")
            .getJsonObject("schemas")
            .getJsonObject("Problem")
            .getJsonObject("properties")
            .getJsonObject("code")
            .getJsonArray("enum");
    Set<Object> told =
        Arrays.stream(Outcome.values())
            .filter(outcome -> outcome != Outcome.ACCEPTED)
            .map(Outcome::name)
            .collect(Collectors.toSet());

    assertThat(document.getString("openapi")).startsWith("3.1");
    assertThat(Set.copyOf(codes.getList())).isEqualTo(told);
  }

  @Test
  @DisplayName("a running gateway serves the contract")
  void isServed(Vertx vertx) {
    TestGate gate = new TestGate(vertx);

    Reply reply = gate.get("/openapi.yaml", null);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("Content-Type")).isEqualTo("application/yaml");
    assertThat(reply.body()).startsWith("openapi: 3.1.0");
    gate.stop();
  }
}
