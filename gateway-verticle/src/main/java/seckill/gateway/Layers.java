package seckill.gateway;

import java.util.List;
import java.util.stream.Stream;
import seckill.gateway.edge.Guests;
import seckill.gateway.gate.GateLayer;
import seckill.gateway.gate.SwitchLayer;

/**
 * The layers of the gate in their order, from cheap to dear, in one place: what every request
 * passes, what a request with a token passes, and what a purchase passes.
 */
final class Layers {
  private final GatewayVerticle.Shared shared;
  private final Guests guests;
  private final TokenLayer token;

  /**
   * @param guests of this event loop
   * @param token belongs to this event loop
   */
  Layers(GatewayVerticle.Shared shared, Guests guests, TokenLayer token) {
    this.shared = shared;
    this.guests = guests;
    this.token = token;
  }

  /** For every request, before its path is looked at. */
  List<GateLayer> front() {
    return List.of(
        shared.edge().addressLayer(guests),
        shared.blacklist().addressLayer(),
        shared.edge().limit());
  }

  /** For every request that needs a token. */
  List<GateLayer> personal() {
    return List.of(token, shared.blacklist().userLayer());
  }

  /** For joins to a waiting room, and questions from it. */
  List<GateLayer> queue() {
    return Stream.concat(Stream.of(new SoldOutLayer(shared.board())), personal().stream()).toList();
  }

  /** For purchases. */
  List<GateLayer> purchase() {
    return List.of(
        new SwitchLayer(shared.switches()),
        new SoldOutLayer(shared.board()),
        token,
        shared.blacklist().userLayer(),
        shared.challenges().layer());
  }
}
