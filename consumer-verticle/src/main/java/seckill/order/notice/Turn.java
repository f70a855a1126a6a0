package seckill.order.notice;

import java.util.List;

/** What one round found, and so when the next one makes sense. */
enum Turn {
  /** Nothing was due. */
  IDLE,
  /** There may be more. */
  WORKED,
  /** Nobody was there to take notices. */
  UNREACHABLE;

  /** What a round with these tries found. */
  static Turn after(List<Delivery> tries) {
    return tries.stream().anyMatch(d -> d.kind() == Delivery.Kind.UNREACHABLE)
        ? UNREACHABLE
        : WORKED;
  }
}
