package seckill.gateway.gate;

/** Takes notice of what looks unlike a human. Thread-safe. */
public interface RiskSignals {
  /** Notes nothing. */
  RiskSignals NONE = (userId, itemId) -> {};

  /** A user answered a challenge faster than a human can. */
  void answeredTooFast(String userId, long itemId);
}
