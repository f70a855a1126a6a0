package seckill.standalone.process;

import java.net.URI;
import java.util.List;
import seckill.contract.RedisKeys;

/**
 * A sale system that somebody else runs.
 *
 * @param gateways where its gateways listen
 * @param redisUrl its Redis
 * @param redisKeys its keys there
 * @param mysqlUrl its MySQL
 * @param tokenSecret what its tokens are signed with
 * @param tokenIssuer whom they must name as their issuer; empty for anybody
 * @param tokenAudience for whom they must be; empty for anybody
 */
public record RunningSale(
    List<URI> gateways,
    String redisUrl,
    String mysqlUrl,
    RedisKeys redisKeys,
    String tokenSecret,
    String tokenIssuer,
    String tokenAudience)
    implements SaleSystem {

  @Override
  public void close() {
    // It goes on running.
  }
}
