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
  private final List<GateLayer> front;
  private final List<GateLayer> personal;
  private final List<GateLayer> guarded;
  private final List<GateLayer> queue;
  private final List<GateLayer> purchase;

  /**
   * @param guests of this event loop
   * @param token belongs to this event loop
   */
  Layers(GatewayVerticle.Shared shared, Guests guests, TokenLayer token) {
    SoldOutLayer soldOut = new SoldOutLayer(shared.board(), shared.subjects());
    GateLayer blockedUsers = shared.blacklist().userLayer();
    front =
        List.of(
            shared.edge().addressLayer(guests),
            shared.blacklist().addressLayer(),
            shared.edge().limit());
    personal = List.of(token, blockedUsers);
    guarded = List.of(token, blockedUsers, shared.breakerLayer());
    queue = List.of(soldOut, token, blockedUsers, shared.breakerLayer());
    purchase =
        List.of(
            new SwitchLayer(shared.switches()),
            soldOut,
            token,
            blockedUsers,
            shared.risk(),
            shared.bucket(),
            shared.challenges().layer(),
            shared.breakerLayer());
  }

  /** For every request, before its path is looked at. */
  List<GateLayer> front() {
    return front;
  }

  /** For every request that needs a token. */
  List<GateLayer> personal() {
    return personal;
  }

  /** For requests with a token that a silent store would let wait. */
  List<GateLayer> guarded() {
    return guarded;
  }

  /** For joins to a waiting room, and questions from it. */
  List<GateLayer> queue() {
    return queue;
  }

  /** For purchases. */
  List<GateLayer> purchase() {
    return purchase;
  }

  /** All that a purchase passes. */
  List<GateLayer> all() {
    return Stream.concat(front.stream(), purchase.stream()).toList();
  }
}
