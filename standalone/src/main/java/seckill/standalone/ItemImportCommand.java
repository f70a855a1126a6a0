package seckill.standalone;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import seckill.contract.ItemSpec;
import seckill.standalone.catalog.ItemFile;
import seckill.standalone.catalog.ItemImport;

/** {@code seckill item import}: creates the items of a file. */
@Command(
    name = "import",
    description =
        "Creates the items of a YAML file in a running system. The whole file is checked before"
            + " the first item is created. Items that exist are left as they are.")
final class ItemImportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private OperatorOptions target;

  @Parameters(
      paramLabel = "FILE",
      description = "The items, like those in config/demo; prices in cents.")
  private Path file;

  @Override
  public Integer call() {
    List<ItemSpec> items = ItemFile.read(file, Clock.systemUTC().instant());
    ItemImport.Result result = target.withApi(api -> new ItemImport(api).run(items));
    spec.commandLine().getOut().println("created: " + list(result.created()));
    if (!result.existing().isEmpty()) {
      spec.commandLine().getOut().println("exist already: " + list(result.existing()));
    }
    return ExitCodes.OK;
  }

  private static String list(List<String> ids) {
    return ids.isEmpty() ? "none" : String.join(", ", ids);
  }
}
