package seckill.standalone.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import seckill.contract.ItemGate;

/** The users of a load, and what they have to have done before they press the button. */
interface Crowd {
  /** Users who need no more than a token. */
  Crowd PLAIN =
      new Crowd() {
        @Override
        public ItemGate gate() {
          return ItemGate.OPEN;
        }

        @Override
        public Headers headers() {
          return Headers.OWN_ADDRESS;
        }

        @Override
        public void prepare(long itemId, long firstUser, long count) {
          // Nothing to prepare.
        }
      };

  /** The gate of the items that they buy. */
  ItemGate gate();

  /** What they send besides their tokens. */
  Headers headers();

  /** Loads that the gate refuses before it looks at anything else, by the name of the figure. */
  default Map<String, Headers> refused() {
    return Map.of();
  }

  /** Addresses that are blocked before the loads begin. */
  default List<String> blocked() {
    return List.of();
  }

  /** Readies the users {@code u<firstUser>} and on for one purchase each of an item. */
  void prepare(long itemId, long firstUser, long count) throws IOException, InterruptedException;

  /**
   * Headers of a load.
   *
   * @param fixed whole header lines, each ended by CR LF, that every request has
   * @param ownAddresses whether each request names an address of its own as a proxy would
   */
  record Headers(String fixed, boolean ownAddresses) {
    /** Nothing but an address of their own, as buyers have one. */
    static final Headers OWN_ADDRESS = new Headers("", true);

    /** One fixed header. */
    static Headers of(String name, String value) {
      return new Headers(name + ": " + value + "\r\n", false);
    }
  }
}
