package seckill.gateway.edge;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.LongSupplier;
import seckill.config.ConfigException;
import seckill.contract.SeckillException;
import seckill.gateway.gate.Configurable;
import seckill.gateway.gate.GateLayer;

/** What all event loops of a gateway share at the edge. Thread-safe. */
public final class Edge {
  private final ClientAddresses addresses;
  private final AddressLimit limit;
  private final ResponseHeaders headers;
  private final Patience patience;
  private final LongSupplier nanoClock;

  private Edge(JsonObject settings, LongSupplier nanoClock) {
    JsonObject http = settings.getJsonObject("http");
    this.addresses = new ClientAddresses(settings.getJsonObject("address"), nanoClock);
    this.limit = new AddressLimit(settings.getJsonObject("addressLimit"), addresses, nanoClock);
    this.headers = ResponseHeaders.of(http);
    this.patience = Patience.of(http);
    this.nanoClock = nanoClock;
  }

  /**
   * Builds the edge from the whole settings document.
   *
   * @param nanoClock a clock that only runs forward
   * @throws ConfigException one line that says what is wrong
   */
  public static Edge of(JsonObject settings, LongSupplier nanoClock) {
    try {
      return new Edge(settings, nanoClock);
    } catch (SeckillException e) {
      throw new ConfigException(e.getMessage());
    }
  }

  /** Counts what is remembered of addresses. */
  public Edge countedBy(MeterRegistry registry) {
    Gauge.builder("seckill.gate.addresses", limit, AddressLimit::tracked)
        .description("addresses that the limit per address remembers")
        .register(registry);
    FunctionCounter.builder("seckill.gate.addresses.forgotten", limit, AddressLimit::forgotten)
        .description("addresses forgotten within their window, because too many others called")
        .register(registry);
    return this;
  }

  /** The connections of one event loop. */
  public Guests newGuests(Guests.Late late) {
    return new Guests(patience, nanoClock, late);
  }

  /** Finds out whence requests come; for the event loop of these guests. */
  public GateLayer addressLayer(Guests guests) {
    return new AddressLayer(addresses, guests);
  }

  public AddressLimit limit() {
    return limit;
  }

  public ResponseHeaders headers() {
    return headers;
  }

  /** What can be changed while running. */
  public List<Configurable> configurables() {
    return List.of(addresses, limit);
  }

  /** Fails while a proxy seems to be forgotten in the settings. */
  public Future<?> health() {
    String suspicion = addresses.suspicion();
    return suspicion == null ? Future.succeededFuture() : Future.failedFuture(suspicion);
  }
}
