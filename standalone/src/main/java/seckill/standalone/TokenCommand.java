package seckill.standalone;

import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import seckill.contract.UserIds;
import seckill.standalone.client.TokenMint;

/** {@code seckill token}: makes a bearer token. */
@Command(
    name = "token",
    description =
        "Prints a bearer token (JWT, HS256), signed with SECKILL_TOKEN_SECRET (or what the file that"
            + " SECKILL_TOKEN_SECRET_FILE names holds) for SECKILL_TOKEN_ISSUER and"
            + " SECKILL_TOKEN_AUDIENCE if they are set, or with the development secret that 'run'"
            + " accepts.")
final class TokenCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--user",
      required = true,
      paramLabel = "ID",
      description = "The user, 1 to 128 bytes.")
  private String user;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description = "A role, such as admin; default: none.")
  private String role;

  @Option(
      names = "--ttl",
      paramLabel = "SECONDS",
      defaultValue = "86400",
      description = "How long it is valid, in seconds; default: ${DEFAULT-VALUE} (a day).")
  private long ttlSeconds;

  @Override
  public Integer call() {
    if (!UserIds.isValid(user)) {
      throw new ParameterException(
          spec.commandLine(), "--user must be 1 to 128 bytes without control characters");
    }
    if (ttlSeconds < 1) {
      throw new ParameterException(spec.commandLine(), "--ttl must be at least 1 second");
    }
    TokenMint mint = Tokens.mint(System.getenv());
    Duration lifetime = Duration.ofSeconds(ttlSeconds);
    String token = role == null ? mint.buyer(user, lifetime) : mint.withRole(user, role, lifetime);
    spec.commandLine().getOut().println(token);
    return ExitCodes.OK;
  }
}
