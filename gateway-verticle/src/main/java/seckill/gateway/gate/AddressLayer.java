package seckill.gateway.gate;

import io.vertx.core.net.SocketAddress;

/** Finds out whence a request comes. */
public final class AddressLayer implements GateLayer {
  @Override
  public String name() {
    return "address";
  }

  @Override
  public Verdict check(Visit visit) {
    SocketAddress peer = visit.request().remoteAddress();
    ClientAddress address = peer == null ? null : ClientAddress.parse(peer.hostAddress());
    visit.comesFrom(address == null ? ClientAddress.NONE : address);
    return Verdict.PASS;
  }
}
