package seckill.standalone;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import seckill.standalone.client.LettersClient;

/** What an operator decides about dead letters. */
abstract class DeadLetterDecision implements Callable<Integer> {
  private static final String LETTER_ID = "[0-9]{1,18}";

  private final String decision;

  @Spec private CommandSpec spec;
  @Mixin private OperatorOptions target;

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
    for (String letter : letters) {
      if (!letter.matches(LETTER_ID)) {
        throw new ParameterException(
            spec.commandLine(), "LETTER must be the number of a dead letter, got " + letter);
      }
    }
    int refused =
        target.withApi(
            api ->
                new LettersClient(api)
                    .decideAll(
                        letters,
                        decision,
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr()));
    return refused == 0 ? ExitCodes.OK : ExitCodes.FAILED;
  }
}
