package seckill.standalone;

import java.util.Map;
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
import seckill.config.KnownVariables;
import seckill.config.LogLevels;
import seckill.contract.SeckillException;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.UsageException;

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
      CompareCommand.class,
      HelpCommand.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:It is done, and all is well.",
      "1:It is not done: nobody answers, it was refused, or something broke.",
      "2:It was asked for in a way that makes no sense; nothing was begun.",
      "3:It is done, and somebody has to look: findings, a rehearsal that says FAIL, a refund.",
      "4:It is not decided yet; the same command again tells."
    },
    footerHeading = "%n'./seckill help COMMAND' tells what a command takes.%n")
public final class SeckillCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    // Read by the logging configuration: what a person wants to see is printed by the commands.
    if (System.getenv(LogLevels.VARIABLE) == null) {
      System.setProperty(LogLevels.VARIABLE, "WARN");
    }
    // No command reads files of the class path through Vert.x, which would copy them into /tmp.
    System.setProperty("vertx.disableFileCaching", "true");
    System.setProperty("vertx.disableFileCPResolving", "true");
    System.exit(execute(commandLine(), System.getenv(), arguments));
  }

  /** Runs one command; the exit code. */
  static int execute(
      CommandLine commandLine, Map<String, String> environment, String... arguments) {
    try {
      LogLevels.require(environment);
      KnownVariables.require(environment);
    } catch (ConfigException e) {
      commandLine.getErr().println(commandLine.getCommandName() + ": " + e.getMessage());
      return ExitCodes.USAGE;
    }
    return commandLine.execute(arguments);
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
    return ExitCodes.USAGE;
  }

  private static int failed(Exception e, CommandLine command, ParseResult parsed) {
    boolean usage =
        e instanceof UsageException
            || e instanceof ConfigException
            || e instanceof SeckillException;
    boolean expected = usage || e instanceof SaleException;
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
    return usage ? ExitCodes.USAGE : ExitCodes.FAILED;
  }
}
