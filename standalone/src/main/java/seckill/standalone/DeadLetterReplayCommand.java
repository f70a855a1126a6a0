package seckill.standalone;

import picocli.CommandLine.Command;

/** {@code seckill dead-letter replay}: sends dead letters through again. */
@Command(
    name = "replay",
    description = "Sends messages through again. Doing it again changes nothing.")
final class DeadLetterReplayCommand extends DeadLetterDecision {
  DeadLetterReplayCommand() {
    super("replay");
  }
}
