package seckill.gateway;

import java.util.List;
import seckill.gateway.gate.AddressLayer;
import seckill.gateway.gate.GateLayer;

/**
 * The layers of the gate in their order, from cheap to dear, in one place: what every request
 * passes, what a request with a token passes, and what a purchase passes.
 */
final class Layers {
  private final GatewayVerticle.Shared shared;
  private final TokenLayer token;

  /**
   * @param token belongs to this event loop
   */
  Layers(GatewayVerticle.Shared shared, TokenLayer token) {
    this.shared = shared;
    this.token = token;
  }

  /** For every request, before its path is looked at. */
  List<GateLayer> front() {
    return List.of(new AddressLayer());
  }

  /** For every request that needs a token. */
  List<GateLayer> personal() {
    return List.of(token);
  }

  /** For purchases. */
  List<GateLayer> purchase() {
    return List.of(new SoldOutLayer(shared.board()), token);
  }
}
