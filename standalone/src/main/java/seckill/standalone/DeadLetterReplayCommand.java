package seckill.standalone;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import seckill.standalone.client.LettersClient;

/** {@code seckill dead-letter replay}: sends dead letters through again. */
@Command(
    name = "replay",
    description = "Sends messages through again. Doing it again changes nothing.")
final class DeadLetterReplayCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private TargetOptions target;

  @Parameters(paramLabel = "LETTER", arity = "1..*", description = "The letters, by their ids.")
  private List<String> letters;

  @Override
  public Integer call() {
    return target.withApi(
        api ->
            new LettersClient(api)
                .decideAll(
                    letters, "replay", spec.commandLine().getOut(), spec.commandLine().getErr()));
  }
}
