package seckill.gateway;

import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;
import seckill.contract.SeckillException;
import seckill.contract.Texts;

/**
 * Refuses parameters behind the question mark that nobody reads, so that a misspelt one does not
 * pass in silence and show more than was asked for.
 *
 * @param known those that are read
 */
record OnlyKnownQuery(Set<String> known) implements Handler<RoutingContext> {

  @Override
  public void handle(RoutingContext ctx) {
    for (String name : ctx.queryParams().names()) {
      if (!known.contains(name)) {
        throw SeckillException.badRequest("unknown query parameter " + Texts.quote(name));
      }
    }
    ctx.next();
  }
}
