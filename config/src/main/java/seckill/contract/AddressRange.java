package seckill.contract;

/**
 * A network of addresses, or a single one.
 *
 * @param base the lowest address; all bits after the prefix are 0
 * @param prefix how many of the 128 bits all its addresses share
 */
public record AddressRange(ClientAddress base, int prefix) {

  /** A single address as a range. */
  public static AddressRange of(ClientAddress address) {
    return new AddressRange(address, ClientAddress.BITS);
  }

  /**
   * Reads {@code 203.0.113.5}, {@code 198.51.100.0/24} or {@code 2001:db8::/32}.
   *
   * @throws SeckillException BAD_REQUEST, saying what is wrong
   */
  public static AddressRange parse(String text) {
    int slash = text == null ? -1 : text.indexOf('/');
    ClientAddress address = ClientAddress.parse(slash < 0 ? text : text.substring(0, slash));
    if (address == null) {
      throw SeckillException.badRequest(
          Texts.quote(text)
              + " is no IP address and no network: write 203.0.113.5, 2001:db8::1 or"
              + " 198.51.100.0/24, without port, space or leading zero");
    }
    if (slash < 0) {
      return of(address);
    }
    boolean ipv4 = address.isIpv4() && text.indexOf(':') < 0;
    int prefix = prefix(text, slash, ipv4 ? ClientAddress.IPV4_PREFIX : 0);
    return network(text, address, prefix);
  }

  private static int prefix(String text, int slash, int offset) {
    String digits = text.substring(slash + 1);
    int longest = ClientAddress.BITS - offset;
    if (!digits.matches("0|[1-9][0-9]{0,2}") || Integer.parseInt(digits) > longest) {
      throw SeckillException.badRequest(
          "the prefix of " + Texts.quote(text) + " must be a number from 1 to " + longest);
    }
    return offset + Integer.parseInt(digits);
  }

  private static AddressRange network(String text, ClientAddress address, int prefix) {
    AddressRange range = new AddressRange(address.masked(prefix), prefix);
    if (prefix == 0 || address.isIpv4() && prefix == ClientAddress.IPV4_PREFIX) {
      throw SeckillException.badRequest(Texts.quote(text) + " would be every address");
    }
    if (!range.base().equals(address)) {
      throw SeckillException.badRequest(
          Texts.quote(text) + " has bits behind its prefix; the network is " + range);
    }
    return range;
  }

  /** Whether this is one address. */
  public boolean isSingle() {
    return prefix == ClientAddress.BITS;
  }

  /** Whether an address lies in this range; an IPv6 range holds no IPv4 address. */
  public boolean contains(ClientAddress address) {
    return (address.high() & ClientAddress.highMask(prefix)) == base.high()
        && (address.low() & ClientAddress.lowMask(prefix)) == base.low()
        && (prefix >= ClientAddress.IPV4_PREFIX || !address.isIpv4());
  }

  /** The canonical text: an address, or a network with its prefix length. */
  @Override
  public String toString() {
    if (isSingle()) {
      return base.toString();
    }
    boolean ipv4 = base.isIpv4() && prefix >= ClientAddress.IPV4_PREFIX;
    return base + "/" + (ipv4 ? prefix - ClientAddress.IPV4_PREFIX : prefix);
  }
}
