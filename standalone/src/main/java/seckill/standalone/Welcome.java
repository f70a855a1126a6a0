package seckill.standalone;

import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import seckill.contract.ItemSpec;
import seckill.standalone.client.TokenMint;

/** Tells a newcomer where the sale is and how to try it. */
final class Welcome {
  private static final Duration TOKEN_LIFETIME = Duration.ofDays(1);

  private final PrintWriter out;
  private final URI gateway;
  private final TokenMint mint;

  Welcome(PrintWriter out, URI gateway, TokenMint mint) {
    this.out = out;
    this.gateway = gateway;
    this.mint = mint;
  }

  /**
   * Prints the ready line and curl lines that work as printed.
   *
   * @param user who can buy the item
   */
  void print(ItemSpec item, String user, int managementPort) {
    String items = gateway + "/api/items";
    String purchases = items + "/" + item.itemId() + "/purchases";
    String buyer = "-H 'Authorization: Bearer " + mint.buyer(user, TOKEN_LIFETIME) + "'";
    String admin =
        "-H 'Authorization: Bearer "
            + mint.withRole("operator", TokenMint.ADMIN, TOKEN_LIFETIME)
            + "'";
    out.println("seckill ready: " + gateway);
    out.println("in a browser:  " + gateway + "/");
    out.println("for operators: " + gateway + "/admin/");
    out.println();
    out.println("# what is for sale");
    out.println("curl " + items);
    out.println("# buy one " + item.sku() + " as user " + user + ", who has none yet");
    out.println("curl -X POST " + buyer + " " + purchases);
    out.println("# ask for the result");
    out.println("curl " + buyer + " " + purchases + "/mine");
    out.println("# pay for it, with the order id of the answer");
    out.println("./seckill pay ORDER --amount " + item.priceCents() + target());
    out.println("# as the operator: do Redis and MySQL agree? which Redis sells?");
    out.println("./seckill reconcile " + item.itemId() + target());
    out.println("curl " + admin + " " + gateway + "/admin/store");
    out.println();
    String management = "http://127.0.0.1:" + managementPort;
    out.println("# health and metrics, on the management port");
    out.println("curl " + management + "/health/ready");
    out.println("curl " + management + "/metrics");
    out.println();
    out.println("Ctrl-C stops everything; the data stay.");
    out.flush();
  }

  private String target() {
    return gateway.toString().equals(TargetOptions.USUAL) ? "" : " --target " + gateway;
  }
}
