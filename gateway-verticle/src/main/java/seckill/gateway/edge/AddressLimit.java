package seckill.gateway.edge;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import seckill.contract.ClientAddress;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.gateway.gate.Configurable;
import seckill.gateway.gate.GateLayer;
import seckill.gateway.gate.MemoryBudget;
import seckill.gateway.gate.Verdict;
import seckill.gateway.gate.Visit;

/**
 * Lets each address call only so often. What is over the limit is refused and not counted, and the
 * address is not held to it any longer than its window: many honest buyers may stand behind it.
 *
 * <p>Public reads that any cache may answer are not counted.
 */
public final class AddressLimit implements GateLayer, Configurable {
  private static final int RETRY_AFTER_SECONDS = 1;
  private static final Verdict REFUSED = Verdict.refuse(Outcome.RATE_LIMITED, RETRY_AFTER_SECONDS);

  private final ClientAddresses addresses;
  private final LongSupplier nanoClock;
  private volatile Rule rule;

  private record Rule(AddressLimitSettings settings, AddressTable table) {}

  /**
   * Begins with nobody counted.
   *
   * @param section the settings {@code addressLimit}
   * @param addresses says what of an IPv6 address counts
   * @param nanoClock a clock that only runs forward
   */
  AddressLimit(JsonObject section, ClientAddresses addresses, LongSupplier nanoClock) {
    this.addresses = addresses;
    this.nanoClock = nanoClock;
    configure(section);
  }

  @Override
  public String name() {
    return "address-limit";
  }

  @Override
  public String section() {
    return "addressLimit";
  }

  /** Refuses what would shut out those who could change it back, and more memory than there is. */
  @Override
  public void check(JsonObject section) {
    AddressLimitSettings next = AddressLimitSettings.of(section);
    if (next.enabled() && next.perSecond() == 0) {
      throw SeckillException.badRequest(
          "addressLimit.perSecond 0 would refuse operators, too, and could not be taken back;"
              + " POST /admin/pause stops all purchases");
    }
    if (!next.needsSameTableAs(rule.settings())) {
      MemoryBudget.require("addressLimit.perSecond times maxTracked", next.tableBytes());
    }
  }

  /** Counts anew only if the size of what is remembered changes. */
  @Override
  public void configure(JsonObject section) {
    AddressLimitSettings next = AddressLimitSettings.of(section);
    Rule now = rule;
    boolean sameSize = now != null && next.needsSameTableAs(now.settings());
    rule = new Rule(next, sameSize ? now.table() : next.newTable());
  }

  @Override
  public Verdict check(Visit visit) {
    Rule now = rule;
    if (!now.settings().enabled() || PublicReads.isOne(visit.request())) {
      return Verdict.PASS;
    }
    return mayPass(visit.address(), now) ? Verdict.PASS : REFUSED;
  }

  /** Whether a request of an address is within the limit; it counts if it is. */
  boolean mayPass(ClientAddress address) {
    return mayPass(address, rule);
  }

  private boolean mayPass(ClientAddress address, Rule now) {
    if (now.table() == null) {
      return false;
    }
    int prefix = address.isIpv4() ? ClientAddress.BITS : addresses.ipv6Prefix();
    return now.table()
        .tryPass(
            address.high() & ClientAddress.highMask(prefix),
            address.low() & ClientAddress.lowMask(prefix),
            TimeUnit.NANOSECONDS.toMicros(nanoClock.getAsLong()),
            now.settings().windowMicros());
  }

  /** Addresses that are remembered now. */
  int tracked() {
    AddressTable table = rule.table();
    return table == null ? 0 : table.tracked();
  }

  /** Times that an address was forgotten too early, because too many others called. */
  long forgotten() {
    AddressTable table = rule.table();
    return table == null ? 0 : table.forgotten();
  }
}
