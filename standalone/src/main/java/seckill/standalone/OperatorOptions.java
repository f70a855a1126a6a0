package seckill.standalone;

import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import seckill.standalone.client.SaleApi;

/** Which running system an operator's command speaks to, and how it signs in. */
final class OperatorOptions {
  @Mixin private TargetOptions target;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description =
          "A bearer token of the admin role, as your issuer makes it. Others on the machine can see"
              + " a command line: better set SECKILL_ADMIN_TOKEN, or SECKILL_ADMIN_TOKEN_FILE to a"
              + " file that holds it. Default: a token signed with SECKILL_TOKEN_SECRET or"
              + " SECKILL_TOKEN_SECRET_FILE, for SECKILL_TOKEN_ISSUER and SECKILL_TOKEN_AUDIENCE if"
              + " they are set; else with the development secret that 'run' accepts.")
  private String token;

  /** Does something with the API of the target. */
  <T> T withApi(Function<SaleApi, T> work) {
    return target.withApi(Tokens.ofOperator(token, System.getenv()), work);
  }
}
