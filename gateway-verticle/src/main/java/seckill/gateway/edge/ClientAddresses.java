package seckill.gateway.edge;

import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.ClientAddress;
import seckill.gateway.gate.Configurable;

/**
 * Finds out which address a request comes from: the peer's, or what a trusted proxy says.
 * Thread-safe; one for all event loops of a process.
 */
final class ClientAddresses implements Configurable {
  private static final Logger LOG = LoggerFactory.getLogger(ClientAddresses.class);

  private final ForwardedWatch watch;
  private volatile AddressSettings settings;

  /**
   * Begins to watch peers.
   *
   * @param section the settings {@code address}
   * @param nanoClock a clock that only runs forward
   */
  ClientAddresses(JsonObject section, LongSupplier nanoClock) {
    this.settings = AddressSettings.of(section);
    this.watch = new ForwardedWatch(nanoClock, settings.warnWindowNanos(), ClientAddresses::warn);
  }

  @Override
  public String section() {
    return "address";
  }

  @Override
  public void check(JsonObject section) {
    AddressSettings.of(section);
  }

  /** Takes other settings; open connections are judged by them, too. */
  @Override
  public void configure(JsonObject section) {
    settings = AddressSettings.of(section);
  }

  /** Reads a connection's other end, or takes what was read before under the same settings. */
  Peer peer(SocketAddress socket, Peer before) {
    AddressSettings now = settings;
    return before != null && before.by() == now ? before : Peer.of(socket, now);
  }

  /** The address that a request of a peer counts for, by its headers. */
  ClientAddress of(MultiMap headers, Peer peer) {
    AddressSettings by = peer.by();
    watch.count();
    if (!peer.trusted()) {
      // The header of a stranger says nothing, but many different ones say that it is a proxy.
      String forwarded = headers.get(by.header().headerName());
      if (forwarded != null) {
        watch.saw(peer.address(), forwarded, by);
      }
      return peer.address();
    }
    List<String> lines = headers.getAll(by.header().headerName());
    return lines.isEmpty() ? peer.address() : behind(peer.address(), new Hops(lines, by.header()));
  }

  // As far as trusted proxies vouch for each other; a hop that names nobody ends the trail.
  private ClientAddress behind(ClientAddress nearest, Hops hops) {
    AddressSettings by = settings;
    ClientAddress client = nearest;
    for (String hop = hops.next(); hop != null; hop = hops.next()) {
      ClientAddress next = hops.address(hop);
      if (next == null) {
        return client;
      }
      client = next;
      if (!by.trusts(client)) {
        return client;
      }
    }
    return client;
  }

  /** Leading bits of an IPv6 address that name a client for limits. */
  int ipv6Prefix() {
    return settings.ipv6Prefix();
  }

  /** Why the product seems to stand behind a proxy that it does not trust; else {@code null}. */
  String suspicion() {
    return watch.suspicion();
  }

  private static void warn(String suspicion) {
    if (suspicion == null) {
      LOG.info("clients are told apart again");
    } else {
      LOG.warn("{}", suspicion);
    }
  }
}
