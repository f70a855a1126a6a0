package seckill.standalone.process;

import java.util.List;
import seckill.gateway.GatewayService;
import seckill.order.ConsumerService;
import seckill.reconcile.ReconcileService;
import seckill.runtime.Service;
import seckill.sale.SeckillService;

/** The four services, in the order in which they start. */
final class Services {
  /** The gate opens last: what it lets in needs all the others. */
  static final List<String> START_ORDER = List.of("seckill", "consumer", "reconcile", "gateway");

  static final String GATEWAY = "gateway";

  private Services() {}

  /** A new instance of the service with this name. */
  static Service create(String name) {
    return switch (name) {
      case "seckill" -> new SeckillService();
      case "consumer" -> new ConsumerService();
      case "reconcile" -> new ReconcileService();
      case "gateway" -> new GatewayService();
      default -> throw new IllegalArgumentException("no service is called " + name);
    };
  }
}
