package seckill.standalone;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import seckill.standalone.client.PageExport;

/** {@code seckill pages}: what buyers see. */
@Command(name = "pages", description = "The buyers' pages.", synopsisSubcommandLabel = "COMMAND")
final class PagesCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say what to do: export");
  }

  @Command(
      name = "export",
      description = {
        "Writes all pages of a running gateway, and the files that they lean on, into a directory,"
            + " for a CDN or a web server.",
        "Links are relative; /api/ of the same host has to lead to the gateways."
      })
  int export(
      @Mixin TargetOptions target,
      @Parameters(paramLabel = "DIR", description = "Where to; made if it is not there.")
          Path directory) {
    PageExport.Result result = new PageExport(target.uri()).into(directory);
    spec.commandLine()
        .getOut()
        .println(result.pages() + " pages and " + result.assets() + " assets in " + directory);
    return 0;
  }
}
