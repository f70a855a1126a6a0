package seckill.gateway.edge;

import seckill.gateway.gate.GateLayer;
import seckill.gateway.gate.Verdict;
import seckill.gateway.gate.Visit;

/** Finds out whence a request comes; refuses nobody. Belongs to one event loop. */
final class AddressLayer implements GateLayer {
  private final ClientAddresses addresses;
  private final Guests guests;

  /** Asks the guests of this event loop for the connection that a request came on. */
  AddressLayer(ClientAddresses addresses, Guests guests) {
    this.addresses = addresses;
    this.guests = guests;
  }

  @Override
  public String name() {
    return "address";
  }

  @Override
  public Verdict check(Visit visit) {
    Guest guest = guests.of(visit.request().connection());
    Peer peer = addresses.peer(visit.request().remoteAddress(), guest.peer());
    guest.is(peer);
    visit.comesFrom(addresses.of(visit.request().headers(), peer));
    return Verdict.PASS;
  }
}
