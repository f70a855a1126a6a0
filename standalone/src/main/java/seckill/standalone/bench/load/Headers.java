package seckill.standalone.bench.load;

/**
 * What the requests of a load send besides their tokens.
 *
 * @param fixed whole header lines, each ended by CR LF, that every request has
 * @param ownAddresses whether each request names an address of its own as a proxy would
 */
public record Headers(String fixed, boolean ownAddresses) {
  /** Nothing but an address of their own, as buyers have one. */
  public static final Headers OWN_ADDRESS = new Headers("", true);

  /** One fixed header. */
  public static Headers of(String name, String value) {
    return new Headers(name + ": " + value + "\r\n", false);
  }
}
