package seckill.standalone.process;

import java.net.URI;
import java.util.List;
import java.util.Map;

/** A running sale system, wherever its services run. */
public interface SaleSystem extends StoreUrls, AutoCloseable {

  /** Where its gateways listen, as {@code http://host:port}. */
  List<URI> gateways();

  /** Where its services serve health and metrics, by name; empty if that is not known. */
  default Map<String, URI> management() {
    return Map.of();
  }

  /** Ids of its processes by what runs in them; empty if they are not its own. */
  default Map<String, Long> processes() {
    return Map.of();
  }

  /** The secret that its tokens are signed with. */
  String tokenSecret();

  /** Whom its tokens must name as their issuer; empty for anybody. */
  default String tokenIssuer() {
    return "";
  }

  /** For whom its tokens must be; empty for anybody. */
  default String tokenAudience() {
    return "";
  }

  /** Whether its gateways believe what clients on this machine say about their address. */
  default boolean trustsForwarded() {
    return false;
  }

  /** Ends a service as a crash would, and starts it again. */
  default void crash(String service) {
    throw new SaleException("cannot kill the " + service + " service: it is no process of its own");
  }

  @Override
  void close();
}
