package seckill.standalone;

import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import seckill.config.ConfigException;
import seckill.contract.SeckillException;
import seckill.standalone.process.SaleException;

/** The command line: {@code ./seckill COMMAND}. */
@Command(
    name = "seckill",
    mixinStandardHelpOptions = true,
    versionProvider = ProductVersion.class,
    scope = ScopeType.INHERIT,
    description = "A flash-sale system: Redis decides, MySQL keeps the books.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      RunCommand.class,
      RehearseCommand.class,
      TokenCommand.class,
      PayCommand.class,
      ItemCommand.class,
      PagesCommand.class,
      ReconcileCommand.class,
      RecoverCommand.class,
      StoreCommand.class,
      DeadLetterCommand.class,
      BenchCommand.class,
      HelpCommand.class
    },
    footerHeading = "%n'./seckill help COMMAND' tells what a command takes.%n")
public final class SeckillCommand implements Runnable {
  private static final int FAILED = 1;
  private static final int BAD_USAGE = 2;

  @Spec private CommandSpec spec;

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    // Read by the logging configuration: what a person wants to see is printed by the commands.
    if (System.getenv("SECKILL_LOG_LEVEL") == null) {
      System.setProperty("SECKILL_LOG_LEVEL", "WARN");
    }
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new SeckillCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(SeckillCommand::badUsage)
        .setExecutionExceptionHandler(SeckillCommand::failed);
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int badUsage(ParameterException e, String[] arguments) {
    CommandLine command = e.getCommandLine();
    String message = e.getMessage().lines().findFirst().orElse("");
    command
        .getErr()
        .println(command.getCommandSpec().qualifiedName() + ": " + message + "; see --help");
    return BAD_USAGE;
  }

  private static int failed(Exception e, CommandLine command, ParseResult parsed) {
    boolean expected =
        e instanceof SaleException || e instanceof ConfigException || e instanceof SeckillException;
    String message = expected ? e.getMessage() : e.toString();
    command
        .getErr()
        .println(
            command.getCommandSpec().qualifiedName()
                + ": "
                + String.valueOf(message).replaceAll("\\s*\\R\\s*", " "));
    if (!expected) {
      // Not a static logger: the level is set in main.
      LoggerFactory.getLogger(SeckillCommand.class).error("unexpected failure", e);
    }
    return FAILED;
  }
}
