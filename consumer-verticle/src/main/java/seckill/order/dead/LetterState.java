package seckill.order.dead;

import seckill.contract.SeckillException;

/** How far a dead letter has come. */
public enum LetterState {
  /** Nobody has decided; it holds a unit. */
  OPEN,
  /** Sent through again: a new message stands in the orders stream. */
  REPLAYED,
  /** Given up, and its unit given back. */
  DISCARDED;

  /**
   * The state of this name, {@code null} for {@code null}.
   *
   * @throws SeckillException BAD_REQUEST
   */
  static LetterState parse(String name) {
    if (name == null) {
      return null;
    }
    for (LetterState state : values()) {
      if (state.name().equals(name)) {
        return state;
      }
    }
    throw SeckillException.badRequest("state must be OPEN, REPLAYED or DISCARDED");
  }
}
