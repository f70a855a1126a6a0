package seckill.sale.unit;

/** What can come of a request about the unit of an order. */
enum UnitResult {
  /** The unit is for sale again. */
  RETURNED,
  /** The user holds none any more, but the unit is one too many and is not for sale. */
  SURPLUS,
  /** The order holds a unit. */
  TAKEN,
  /** A later request about the order came first, or this one did: nothing is left to do. */
  ALREADY,
  /** The user holds a unit by another order. */
  DUPLICATE,
  SOLD_OUT,
  /** The sale is settled. */
  CLOSED,
  /** The keys of the item have expired, or were lost after its sale. */
  GONE,
  /** The item's state is not whole; to be asked again once it is built. */
  LOADING,
  /** The item's state is not whole, and nobody builds it; nobody is told so, see the desk. */
  BROKEN,
  /** Redis got the request too late to carry it out; nobody is told so, see the desk. */
  LATE,
  /** The user holds a unit without a receipt; nobody is told so, see the desk. */
  UNNAMED,
  /** A key has another type; to be asked again once a person has mended it. */
  WRONGTYPE
}
