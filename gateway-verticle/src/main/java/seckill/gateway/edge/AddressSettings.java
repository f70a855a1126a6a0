package seckill.gateway.edge;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import seckill.contract.AddressRange;
import seckill.contract.ClientAddress;
import seckill.contract.SeckillException;

/**
 * Whose word about a client's address counts.
 *
 * @param trustedProxies peers whose header is believed
 * @param header the one header that is read
 * @param ipv6Prefix bits of an IPv6 address that name a client for limits
 * @param warnAfter different forwarded addresses of one untrusted peer that look like a proxy's
 * @param warnWindowMillis in what time
 */
record AddressSettings(
    List<AddressRange> trustedProxies,
    Header header,
    int ipv6Prefix,
    int warnAfter,
    long warnWindowMillis) {

  /** A header in which proxies name the address that called them. */
  enum Header {
    X_FORWARDED_FOR("X-Forwarded-For"),
    FORWARDED("Forwarded");

    private final String text;
    private final CharSequence name;

    Header(String text) {
      this.text = text;
      this.name = HttpHeaders.createOptimized(text);
    }

    CharSequence headerName() {
      return name;
    }

    static Header of(String text) {
      return FORWARDED.text.equals(text) ? FORWARDED : X_FORWARDED_FOR;
    }
  }

  /**
   * Reads the section {@code address}.
   *
   * @throws SeckillException BAD_REQUEST if a network is malformed
   */
  static AddressSettings of(JsonObject section) {
    var proxies = section.getJsonArray("trustedProxies");
    return new AddressSettings(
        IntStream.range(0, proxies.size())
            .mapToObj(i -> AddressRange.parse(proxies.getString(i)))
            .toList(),
        Header.of(section.getString("header")),
        section.getInteger("ipv6Prefix"),
        section.getInteger("warnAfter"),
        section.getLong("warnWindowMillis"));
  }

  boolean trusts(ClientAddress address) {
    for (AddressRange proxy : trustedProxies) {
      if (proxy.contains(address)) {
        return true;
      }
    }
    return false;
  }

  long warnWindowNanos() {
    return TimeUnit.MILLISECONDS.toNanos(warnWindowMillis);
  }
}
