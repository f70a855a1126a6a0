package seckill.standalone;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code seckill dead-letter}: the commands about messages that could not become orders. */
@Command(
    name = "dead-letter",
    description = "Lists, replays and discards messages that could not become orders.",
    subcommands = {
      DeadLetterListCommand.class,
      DeadLetterReplayCommand.class,
      DeadLetterDiscardCommand.class
    })
final class DeadLetterCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say what to do: list, replay or discard");
  }
}
