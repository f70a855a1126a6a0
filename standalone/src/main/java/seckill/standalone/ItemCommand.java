package seckill.standalone;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code seckill item}: the commands about items. */
@Command(
    name = "item",
    description = "Imports, preheats, restocks and extends items.",
    subcommands = {
      ItemImportCommand.class,
      ItemPreheatCommand.class,
      ItemRestockCommand.class,
      ItemExtendCommand.class
    })
final class ItemCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "say what to do: import, preheat, restock or extend");
  }
}
