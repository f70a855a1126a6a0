package seckill.order.notice;

/** What one round found, and so when the next one makes sense. */
enum Turn {
  /** Nothing was due. */
  IDLE,
  /** There may be more. */
  WORKED,
  /** Nobody was there to take notices. */
  UNREACHABLE
}
