package seckill.standalone;

import picocli.CommandLine.Command;

/** {@code seckill dead-letter discard}: gives dead letters up. */
@Command(
    name = "discard",
    description = "Gives messages up and their units back. Doing it again changes nothing.")
final class DeadLetterDiscardCommand extends DeadLetterDecision {
  DeadLetterDiscardCommand() {
    super("discard");
  }
}
