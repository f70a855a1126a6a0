package seckill.standalone;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import seckill.standalone.client.LettersClient;

/** What an operator decides about dead letters. */
abstract class DeadLetterDecision implements Callable<Integer> {
  private final String decision;

  @Spec private CommandSpec spec;
  @Mixin private TargetOptions target;

  @Parameters(paramLabel = "LETTER", arity = "1..*", description = "The letters, by their ids.")
  private List<String> letters;

  /**
   * @param decision as the admin API calls it
   */
  DeadLetterDecision(String decision) {
    this.decision = decision;
  }

  @Override
  public Integer call() {
    return target.withApi(
        api ->
            new LettersClient(api)
                .decideAll(
                    letters, decision, spec.commandLine().getOut(), spec.commandLine().getErr()));
  }
}
