package seckill.standalone;

import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import seckill.contract.SeckillException;

/** Says what is wrong with what was typed in the names of options, not in those of fields. */
final class OptionNames {
  private static final Map<String, String> NAMES =
      Map.of(
          "itemId", "ID",
          "orderId", "ORDER",
          "userId", "--user",
          "requestId", "--request-id",
          "units", "--units",
          "endAt", "--until");

  private OptionNames() {}

  /** What the work makes of options; a refusal becomes one of the command line. */
  static <T> T in(CommandSpec spec, Supplier<T> work) {
    try {
      return work.get();
    } catch (SeckillException e) {
      String message = e.getMessage();
      String field = message.split(" ", 2)[0];
      throw new ParameterException(
          spec.commandLine(),
          NAMES.getOrDefault(field, field) + message.substring(field.length()),
          e);
    }
  }
}
