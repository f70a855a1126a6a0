package seckill.gateway.edge;

import io.vertx.core.net.SocketAddress;
import seckill.contract.ClientAddress;

/**
 * The other end of one connection, read once.
 *
 * @param address where it is
 * @param trusted whether it is a proxy whose word counts
 * @param by the settings that say so
 */
record Peer(ClientAddress address, boolean trusted, AddressSettings by) {
  static Peer of(SocketAddress socket, AddressSettings settings) {
    ClientAddress address = address(socket == null ? null : socket.hostAddress());
    return new Peer(address, settings.trusts(address), settings);
  }

  private static ClientAddress address(String text) {
    int zone = text == null ? -1 : text.indexOf('%');
    ClientAddress address = ClientAddress.parse(zone < 0 ? text : text.substring(0, zone));
    return address == null ? ClientAddress.NONE : address;
  }
}
